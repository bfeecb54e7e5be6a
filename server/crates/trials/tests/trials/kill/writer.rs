//! A writer: somebody who changes records of their own over HTTP, and keeps book of what was acknowledged.
//!
//! Invariant: at most one write of a writer is in doubt. It is settled before the next one, by looking at all that it was to
//! change: either all of it was, or nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use reqwest::StatusCode;
use serde_json::Value;
use tokio::sync::mpsc;

use super::files;
use super::line::{CutOff, Line};
use super::nouns::{FILE, FILES, Kept, NOUNS, Noun, PILLARS, Pillars};
use super::write::{Deed, Kind, Reach, Sort, Way, Write};

/// Rows of an import.
const IMPORTED: usize = 8;

/// Records of a bulk change at most.
const BULK: usize = 8;

/// The records of a company: the path of the list and the id of each.
pub(super) type Records = BTreeMap<(&'static str, String), Kept>;

/// See the module.
pub(super) struct Writer {
    pub(super) line: Line,
    /// Acknowledged writes of each kind.
    pub(super) acknowledged: BTreeMap<Kind, usize>,
    /// Writes that no answer came to.
    pub(super) cut_off: usize,
    pub(super) records: Records,
    name: String,
    random: StdRng,
    next: usize,
    pillars: Pillars,
    /// Batches that can be undone, the last one at the end: what comes back, by id.
    batches: Vec<Batch>,
    doubt: Option<Write>,
}

/// What undoing a batch makes of records that nobody has changed since.
struct Batch {
    noun: &'static Noun,
    id: String,
    /// Of each record the version that the batch made, and what it has to become.
    back: Vec<(String, i64, Kept)>,
}

impl Writer {
    pub(super) fn new(name: &str, bearer: &str, random: StdRng) -> Self {
        Self {
            line: Line::of(bearer),
            acknowledged: Kind::all().map(|kind| (kind, 0)).collect(),
            cut_off: 0,
            records: BTreeMap::new(),
            name: name.to_lowercase(),
            random,
            next: 0,
            pillars: Pillars::new(),
            batches: Vec::new(),
            doubt: None,
        }
    }

    /// Writes until every kind of write was acknowledged, so that there is something of each to lose.
    pub(super) async fn write_everything(&mut self, origin: &str) {
        while self.lacks_some() {
            self.write(origin).await.unwrap();
        }
    }

    /// `told` hears of acknowledged writes, as far as it listens.
    pub(super) async fn write_until_cut_off(&mut self, origin: &str, told: &mpsc::Sender<()>) {
        if self.settle(origin).await.is_err() {
            return;
        }
        while self.write(origin).await.is_ok() {
            // Whoever counts may have stopped listening.
            let _told = told.try_send(());
        }
    }

    /// One write that is acknowledged.
    async fn write(&mut self, origin: &str) -> Result<(), CutOff> {
        loop {
            let mut write = self.choose();
            match write.send(&self.line, origin).await {
                Ok(Some(answer)) => {
                    self.note(&write, &answer);
                    *self.acknowledged.entry(write.kind()).or_default() += 1;
                    return Ok(());
                }
                // The database was too busy to begin.
                Ok(None) => tokio::time::sleep(Duration::from_millis(20)).await,
                Err(CutOff) => {
                    self.cut_off += 1;
                    self.doubt = Some(write);
                    return Err(CutOff);
                }
            }
        }
    }

    fn lacks_some(&self) -> bool {
        self.acknowledged.values().any(|count| *count == 0)
    }

    /// Finds out what became of the write that no answer came to.
    pub(super) async fn settle(&mut self, origin: &str) -> Result<(), CutOff> {
        let Some(mut write) = self.doubt.clone() else {
            return Ok(());
        };
        match &write {
            // The key makes one record of two requests, as the upload makes one file.
            Write::Create { .. } | Write::Parts(_) => {
                let answer = loop {
                    let sent = write.send(&self.line, origin).await;
                    // An upload that got further is not begun anew.
                    self.doubt = Some(write.clone());
                    if let Some(answer) = sent? {
                        break answer;
                    }
                };
                self.note(&write, &answer);
            }
            Write::Import {
                noun,
                prefix,
                table,
            } => {
                let rows = self.named(origin, noun, prefix).await?;
                let whole = rows.is_empty() || rows.len() == table.rows.len();
                assert!(whole, "{} of {} were imported", rows.len(), IMPORTED);
                let shown = rows.iter().map(|(_, kept)| &kept.fields);
                assert!(shown.clone().all(|it| table.rows.contains(it)), "{rows:?}");
                self.keep(noun, rows);
            }
            Write::Content { name, content } => {
                let rows = self.named(origin, &FILE, name).await?;
                assert!(rows.len() < 2, "{name} is there {} times", rows.len());
                for (id, kept) in &rows {
                    let fields = FILE.shown(&content.described());
                    let has =
                        |(name, value): (&String, &Value)| kept.fields.get(name) == Some(value);
                    assert!(fields.iter().all(has), "{kept:?}");
                    files::is_whole(&self.line, origin, id, &kept.fields).await?;
                }
                self.keep(&FILE, rows);
            }
            Write::Change { noun, after, .. } => {
                let mut changed = 0;
                let mut seen = Vec::new();
                for (id, after) in after {
                    let now = self.now(origin, noun, id).await?;
                    let before = &self.records[&(noun.path, id.clone())];
                    if now == *after {
                        changed += 1;
                    } else {
                        assert_eq!(now, *before, "{write:?}");
                    }
                    seen.push((id.clone(), now));
                }
                assert!(
                    changed == 0 || changed == after.len(),
                    "{changed} changed of {write:?}"
                );
                self.keep(noun, seen);
            }
        }
        self.doubt = None;
        Ok(())
    }

    /// Reads the bytes of every file.
    pub(super) async fn read_files(&self, origin: &str) -> Result<usize, CutOff> {
        let files = self.records.iter().filter(|((path, _), _)| *path == FILES);
        let mut read = 0;
        for ((_, id), kept) in files.filter(|(_, kept)| !kept.is_binned) {
            files::is_whole(&self.line, origin, id, &kept.fields).await?;
            read += 1;
        }
        Ok(read)
    }

    /// The records of a list whose names begin so.
    async fn named(
        &self,
        origin: &str,
        noun: &Noun,
        prefix: &str,
    ) -> Result<Vec<(String, Kept)>, CutOff> {
        let path = format!("{}?search={prefix}&limit=200", noun.path);
        let reply = self.line.get(origin, &path).await?;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        let found = reply.json();
        let rows = found["data"].as_array().unwrap().iter();
        let name = noun.held[0];
        let begins = |row: &&Value| {
            [&row[name], &row["label"]].iter().any(|it| {
                it.as_str()
                    .and_then(|it| it.strip_prefix(prefix))
                    .is_some_and(|rest| !rest.starts_with(|it: char| it.is_ascii_digit()))
            })
        };
        Ok(rows.filter(begins).map(|row| Kept::of(noun, row)).collect())
    }

    async fn now(&self, origin: &str, noun: &Noun, id: &str) -> Result<Kept, CutOff> {
        let path = format!("{}/{id}", noun.path);
        let reply = self.line.get(origin, &path).await?;
        let found = reply.json();
        assert_eq!(
            reply.status,
            StatusCode::OK,
            "{path} was acknowledged: {found}"
        );
        let (_, now) = Kept::of(noun, &found["data"]);
        if noun.path == FILES && !now.is_binned {
            files::is_whole(&self.line, origin, id, &now.fields).await?;
        }
        Ok(now)
    }

    /// What was acknowledged least is written most, so that nothing is left out however short the lives are.
    fn choose(&mut self) -> Write {
        let mut kinds: Vec<(Kind, usize)> = self
            .acknowledged
            .iter()
            .map(|(kind, count)| (*kind, *count))
            .collect();
        kinds.shuffle(&mut self.random);
        if self.lacks_some() || self.random.random_bool(0.6) {
            kinds.sort_by_key(|(_, count)| *count);
        }
        self.next += 1;
        let name = format!("{}n{}", self.name, self.next);
        let mut planned = kinds.iter().filter_map(|(kind, _)| self.plan(*kind, &name));
        // The first tag needs nothing that is there already.
        planned.next().unwrap()
    }

    fn plan(&self, kind: Kind, name: &str) -> Option<Write> {
        let Kind { noun, sort } = kind;
        Some(match sort {
            Sort::Create => Write::Create {
                noun,
                name: name.to_owned(),
                body: noun.body(name, &self.pillars)?,
            },
            Sort::Import => {
                let names: Vec<_> = (0..IMPORTED).map(|n| format!("{name} {n}")).collect();
                Write::Import {
                    noun,
                    prefix: name.to_owned(),
                    table: noun.table(&names, &self.pillars)?,
                }
            }
            Sort::Content => Write::Content {
                name: name.to_owned(),
                content: files::Content::small(name),
            },
            Sort::Parts => Write::Parts(files::Upload::new(name)),
            Sort::Replace => {
                let file = self.some(noun, 1, |_, kept| !kept.is_binned).pop()?;
                Write::replace(file, name)
            }
            Sort::Edit => self.deed(noun, Reach::One, Deed::Note(name.to_owned()))?,
            Sort::Bin => self.deed(noun, Reach::One, Deed::Bin)?,
            Sort::Restore => self.deed(noun, Reach::One, Deed::Restore)?,
            Sort::BulkEdit => self.deed(noun, Reach::Many, Deed::Note(name.to_owned()))?,
            Sort::BulkBin => self.deed(noun, Reach::Many, Deed::Bin)?,
            Sort::BulkRestore => self.deed(noun, Reach::Many, Deed::Restore)?,
            Sort::Undo => {
                let mut batches = self.batches.iter().rev();
                let batch = batches.find(|it| it.noun.path == noun.path && self.can_undo(it))?;
                let after = batch.back.iter();
                Write::Change {
                    noun,
                    way: Way::Undo(batch.id.clone()),
                    after: after
                        .map(|(id, _, kept)| (id.clone(), kept.clone()))
                        .collect(),
                }
            }
        })
    }

    fn deed(&self, noun: &'static Noun, reach: Reach, deed: Deed) -> Option<Write> {
        let count = match reach {
            Reach::One => 1,
            Reach::Many => BULK,
        };
        let is_fit = |id: &str, kept: &Kept| match &deed {
            Deed::Note(_) => !kept.is_binned,
            Deed::Bin => !kept.is_binned && !self.is_pillar(noun, id),
            Deed::Restore => kept.is_binned,
        };
        let chosen = self.some(noun, count, is_fit);
        (!chosen.is_empty()).then(|| Write::deed(noun, reach, deed, chosen))
    }

    /// Up to so many of the writer's records that are fit for it, from somewhere among them.
    fn some(
        &self,
        noun: &Noun,
        count: usize,
        is_fit: impl Fn(&str, &Kept) -> bool,
    ) -> Vec<(String, Kept)> {
        let all = self.records.iter();
        let fit: Vec<_> = all
            .filter(|((path, id), kept)| *path == noun.path && is_fit(id, kept))
            .map(|((_, id), kept)| (id.clone(), kept.clone()))
            .collect();
        // Ids are random, and so is the number of writes.
        let skipped = match fit.len() {
            0 => 0,
            len => self.next * 7 % len,
        };
        fit.into_iter().skip(skipped).take(count).collect()
    }

    fn is_pillar(&self, noun: &Noun, id: &str) -> bool {
        let pillars = self.pillars.get(noun.path);
        pillars.is_some_and(|ids| ids.iter().any(|it| it == id))
    }

    /// A batch can be undone as long as nothing was done to its records since.
    fn can_undo(&self, batch: &Batch) -> bool {
        let mut back = batch.back.iter();
        back.all(|(id, version, _)| {
            let path = batch.noun.path;
            self.records[&(path, id.clone())].version == *version
        })
    }

    /// Enters an acknowledged write.
    fn note(&mut self, write: &Write, answer: &Value) {
        let data = &answer["data"];
        match write {
            Write::Create { noun, body, .. } => {
                let (id, kept) = Kept::of(noun, data);
                assert_eq!(kept, Kept::new(noun.shown(body)), "{answer}");
                let pillars = self.pillars.entry(noun.path).or_default();
                if pillars.len() < PILLARS {
                    pillars.push(id.clone());
                }
                self.keep(noun, [(id, kept)]);
            }
            Write::Content { name, content } => {
                let mut file = content.described();
                file["name"] = format!("{name}.txt").into();
                self.note_file(data, &file);
            }
            Write::Parts(upload) => self.note_file(data, &upload.file()),
            Write::Import { noun, table, .. } => {
                let rows = data["rows"].as_array().unwrap();
                let mut made = Vec::new();
                let mut back = Vec::new();
                for (row, fields) in rows.iter().zip(&table.rows) {
                    assert_eq!(row["outcome"], "new", "{row}: {write:?}");
                    let id = row["_id"].as_str().unwrap().to_owned();
                    let kept = Kept::new(fields.clone());
                    back.push((id.clone(), 1, kept.after(|it| it.is_binned = true)));
                    made.push((id, kept));
                }
                assert_eq!(made.len(), table.rows.len(), "{answer}");
                self.keep(noun, made);
                self.note_batch(noun, data, back);
            }
            Write::Change { noun, after, way } => {
                if !matches!(way, Way::Alone(_) | Way::Content(_)) {
                    let rows = data["rows"].as_array().unwrap();
                    let is_done = |row: &Value| row["outcome"] == "done";
                    assert!(rows.iter().all(is_done), "{answer}: {write:?}");
                }
                if matches!(way, Way::Bulk(_)) {
                    let back = after.iter().map(|(id, after)| {
                        let before = &self.records[&(noun.path, id.clone())];
                        let back = after.after(|it| {
                            it.fields.clone_from(&before.fields);
                            it.is_binned = before.is_binned;
                        });
                        (id.clone(), after.version, back)
                    });
                    let back = back.collect();
                    self.note_batch(noun, data, back);
                }
                self.keep(noun, after.clone());
            }
        }
    }

    fn note_file(&mut self, data: &Value, sent: &Value) {
        let (id, kept) = Kept::of(&FILE, data);
        assert_eq!(kept, Kept::new(FILE.shown(sent)), "{data}");
        self.keep(&FILE, [(id, kept)]);
    }

    fn note_batch(&mut self, noun: &'static Noun, data: &Value, back: Vec<(String, i64, Kept)>) {
        let id = data["batchId"].as_str().unwrap().to_owned();
        self.batches.push(Batch { noun, id, back });
    }

    fn keep(&mut self, noun: &Noun, rows: impl IntoIterator<Item = (String, Kept)>) {
        let rows = rows.into_iter();
        self.records
            .extend(rows.map(|(id, kept)| ((noun.path, id), kept)));
    }
}

/// Every record of the company that writers write, those in its bin too.
pub(super) async fn all(client: &crate::client::Client) -> Records {
    let mut all = Records::new();
    for noun in NOUNS.iter().chain([&FILE]) {
        for bin in ["false", "true"] {
            let rows = client
                .list(&format!("{}?bin={bin}&limit=200", noun.path))
                .await;
            let rows = rows.iter().map(|row| Kept::of(noun, row));
            all.extend(rows.map(|(id, kept)| ((noun.path, id), kept)));
        }
    }
    all
}
