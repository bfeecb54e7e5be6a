//! Reads the texts of a written file, by the parts of the format that our files have: whole objects, compressed streams, fonts
//! that map each glyph to its letters.

use flate2::read::ZlibDecoder;
use std::collections::HashMap;
use std::io::Read as _;

/// A piece of text as it lies on its page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Letters from left to right.
    pub(crate) text: String,
    pub(crate) x: f32,
    pub(crate) y: f32,
}

/// The pieces of each page, in the order in which they were drawn.
pub(crate) fn pages(pdf: &[u8]) -> Vec<Vec<Piece>> {
    let objects = objects(pdf);
    let mut pages: Vec<_> = objects
        .iter()
        .filter(|(_, body)| find(body, b"/Type/Page/").is_some())
        .collect();
    pages.sort_by_key(|(number, _)| **number);
    pages
        .into_iter()
        .map(|(_, page)| {
            let content = stream(&objects[&reference(page, "/Contents").unwrap()]);
            let resources = &objects[&reference(page, "/Resources").unwrap()];
            pieces(&content, &fonts(resources, &objects))
        })
        .collect()
}

/// All texts of a page, by their place from top to bottom and from left to right; lines are apart.
pub(crate) fn text(page: &[Piece]) -> String {
    let mut page = page.to_vec();
    page.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut text = String::new();
    let mut y = f32::NAN;
    for piece in page {
        if (piece.y - y).abs() > 0.5 {
            text.push('\n');
        }
        y = piece.y;
        text += &piece.text;
    }
    text
}

fn objects(pdf: &[u8]) -> HashMap<u32, Vec<u8>> {
    let mut objects = HashMap::new();
    let mut rest = pdf;
    while let Some(at) = find(rest, b" 0 obj\n") {
        let digits = rest[..at]
            .iter()
            .rev()
            .take_while(|it| it.is_ascii_digit())
            .count();
        let number = std::str::from_utf8(&rest[at - digits..at])
            .unwrap()
            .parse()
            .unwrap();
        let body = &rest[at + 7..];
        let end = find(body, b"\nendobj").unwrap();
        objects.insert(number, body[..end].to_vec());
        rest = &body[end..];
    }
    objects
}

fn stream(object: &[u8]) -> Vec<u8> {
    let start = find(object, b"stream\n").unwrap() + 7;
    let end = find(object, b"\nendstream").unwrap();
    let bytes = &object[start..end];
    let mut content = Vec::new();
    if ZlibDecoder::new(bytes).read_to_end(&mut content).is_err() {
        return bytes.to_vec();
    }
    content
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// The number of the object that `key` names.
fn reference(object: &[u8], key: &str) -> Option<u32> {
    let at = find(object, key.as_bytes())? + key.len();
    let digits: String = object[at..]
        .iter()
        .map(|byte| char::from(*byte))
        .skip_while(|it| *it == ' ')
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// Fonts by their name in the resources of a page, as letters by glyph.
fn fonts(
    resources: &[u8],
    objects: &HashMap<u32, Vec<u8>>,
) -> HashMap<String, HashMap<u16, String>> {
    (0..20)
        .filter_map(|index| {
            let name = format!("f{index}");
            let font = &objects[&reference(resources, &format!("/{name} "))?];
            let letters = stream(&objects[&reference(font, "/ToUnicode").unwrap()]);
            Some((name, letters_by_glyph(&String::from_utf8(letters).unwrap())))
        })
        .collect()
}

fn letters_by_glyph(cmap: &str) -> HashMap<u16, String> {
    let hex = |text: &str| -> Vec<u16> {
        let digits: Vec<char> = text.trim_matches(['<', '>']).chars().collect();
        digits
            .chunks(4)
            .map(|it| u16::from_str_radix(&it.iter().collect::<String>(), 16).unwrap())
            .collect()
    };
    cmap.split("beginbfchar")
        .skip(1)
        .flat_map(|block| block.split("endbfchar").next().unwrap().lines())
        .filter_map(|line| line.split_once(' '))
        .map(|(glyph, letters)| (hex(glyph)[0], String::from_utf16_lossy(&hex(letters))))
        .collect()
}

fn pieces(content: &[u8], fonts: &HashMap<String, HashMap<u16, String>>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut font = String::new();
    let mut rest = content;
    while let Some(at) = find(rest, b" Tm") {
        let before = String::from_utf8_lossy(&rest[..at]);
        let operators: Vec<&str> = before.split(['\n', ' ', '/']).collect();
        if let Some(name) = operators.iter().rfind(|it| fonts.contains_key(**it)) {
            (*name).clone_into(&mut font);
        }
        let [.., x, y] = operators[..] else {
            panic!("a matrix has six numbers")
        };
        let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
        let (glyphs, end) = shown(&rest[at + 3..]);
        let glyphs = glyphs
            .chunks(2)
            .map(|it| u16::from_be_bytes([it[0], it[1]]));
        pieces.push(Piece {
            text: glyphs
                .filter_map(|glyph| fonts[&font].get(&glyph).cloned())
                .collect(),
            x,
            y,
        });
        rest = &rest[at + 3 + end..];
    }
    pieces
}

/// The bytes of the strings up to the operator that shows them, and where that is.
fn shown(block: &[u8]) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    let mut at = 0;
    while block[at] != b'T' {
        match block[at] {
            b'(' => at += literal(&block[at..], &mut bytes),
            b'<' => {
                let digits: Vec<u8> = block[at + 1..]
                    .iter()
                    .copied()
                    .take_while(|it| *it != b'>')
                    .collect();
                at += digits.len() + 2;
                bytes.extend(
                    digits.chunks(2).map(|it| {
                        u8::from_str_radix(std::str::from_utf8(it).unwrap(), 16).unwrap()
                    }),
                );
            }
            _ => at += 1,
        }
    }
    (bytes, at)
}

/// Adds the bytes of a string in brackets; its length with them.
fn literal(block: &[u8], bytes: &mut Vec<u8>) -> usize {
    let mut at = 1;
    let mut depth = 1;
    loop {
        match block[at] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
        if block[at] == b'\\' {
            at += 1;
            bytes.push(match block[at] {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'b' => 8,
                b'f' => 12,
                b'0'..=b'7' => {
                    at += 2;
                    u8::from_str_radix(std::str::from_utf8(&block[at - 2..=at]).unwrap(), 8)
                        .unwrap()
                }
                byte => byte,
            });
        } else {
            bytes.push(block[at]);
        }
        at += 1;
    }
}
