import { expect, test } from "vitest"

import { isBlank, paragraphs, parseMarkup, textOf, writeMarkup } from "./markup.ts"

test.each([
  "<p>Dear <b>Joan</b>,</p><p>a &lt; b &amp; c<br>next</p>",
  '<a href="https://x.example/?a=1&amp;b=%22">here</a>',
  '<table width="600"><tbody><tr><td style="color:red">a</td></tr></tbody></table>',
  '<img alt="A &quot;B&quot;" src="cid:logo">',
  "{{contact.firstName|there}}&nbsp;",
])("what the services write is read and written the same: %s", (html) => {
  expect(writeMarkup(parseMarkup(html))).toBe(html)
})

test.each([
  ["<p>one<p>two", "<p>one</p><p>two</p>"],
  ["<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
  ["<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"],
  ["a</b> <i>b", "a <i>b</i>"],
  ["<B CLASS=x>a</B>", '<b class="x">a</b>'],
  ["a < b > c", "a &lt; b &gt; c"],
  ["<!-- <b>no</b> -->a<!doctype html>", "a"],
  ["<script>alert('<b>')</script>a<style>p { }</style>", "a"],
  ["<svg><a href='x'>b</a></svg>", ""],
  [
    "<a title='a > b' href=https://x.example>y</a>",
    '<a title="a &gt; b" href="https://x.example">y</a>',
  ],
  ["&#8364; &#x20AC; &unknown; &#9999999;", "€ € &amp;unknown; \uFFFD"],
])("%s is understood as %s", (html, expected) => {
  expect(writeMarkup(parseMarkup(html))).toBe(expected)
})

test("the text of a mail has its blocks on lines of their own", () => {
  const html =
    "<h1>Hello</h1>\n<p>Dear   Joan,<br>two things:</p><ul><li>one</li><li><b>two</b></li></ul>"
  expect(textOf(parseMarkup(html))).toBe("Hello\n\nDear Joan,\ntwo things:\n\n• one\n\n• two")
})

test("plain text becomes paragraphs, and its marks stay text", () => {
  expect(paragraphs("a <b>\nb\r\n\r\nc & d\n")).toBe("<p>a &lt;b&gt;<br>b</p><p>c &amp; d</p>")
})

test("nothing to be read is blank, a picture is not", () => {
  expect(
    ["", "<p><br></p>", "<p>&nbsp;</p>", "<img src='cid:a'>", "<p>a</p>"].map(isBlank),
  ).toEqual([true, true, true, false, false])
})
