/** HTML of a mail becomes the document of the editor and comes back as it was. */
import { expect, test } from "vitest"

import { documentOf, htmlOfDocument } from "#client/ui/rich-document.ts"

const back = (html: string) => htmlOfDocument(documentOf(html))

test.each([
  "<p>Dear Joan,</p><p>they are <b>here</b> and <i>there</i>.</p>",
  "<p><strong>one</strong> <em>two</em> <u>three</u></p>",
  '<p><a href="https://x.example" title="T">a <b>link</b></a> and text</p>',
  "<ul><li>one</li><li>two<ol><li>deep</li></ol></li></ul>",
  "<ul><li><p>a paragraph</p></li></ul>",
  "<h2>Head</h2><hr><blockquote>quoted</blockquote>",
  "<p>line<br>break</p>",
  '<p style="color:red"><font color="red"><span class="x">nested</span></font></p>',
  '<table width="600"><tbody><tr><td style="color:red"><p>Dear {{contact.firstName|you}}, <a href="{{link}}">see</a></p></td><td>bare</td></tr></tbody></table>',
  '<p><img src="https://x.example/a.png" alt="A"></p>',
  "<div><div>deep</div></div>",
  "<dl><dt>term</dt><dd>what</dd></dl>",
  '<div><span style="x">inline around <b>bold</b></span><p>block</p></div>',
])("%s comes back as it was", (html) => {
  expect(back(html)).toBe(html)
})

test("what stands outside of any block is a paragraph, and blanks between blocks are none", () => {
  expect(back("one <b>two</b>\n<p>three</p>\n  <ul>\n <li> four </li>\n</ul>")).toBe(
    "<p>one <b>two</b></p><p>three</p><ul><li>four</li></ul>",
  )
})

test("an empty line keeps its height", () => {
  expect(back("<p><br></p><p>x</p>")).toBe("<p><br></p><p>x</p>")
  expect(back("")).toBe("<p><br></p>")
})

test("an element that mails may not hold gives way to its text", () => {
  expect(back("<p>a<blink>b</blink></p><section><p>c</p></section>")).toBe("<p>ab</p><p>c</p>")
})
