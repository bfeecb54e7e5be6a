import { afterEach, expect, test, vi } from "vitest"

import { PART_BYTES, sendContent } from "./transfer.ts"
import type { Sending } from "./transfer.ts"

interface Asked {
  method: string
  path: string
  offset: string | null
}

let asked: Asked[] = []

afterEach(() => {
  asked = []
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A drive that answers each request by the next of these, then as `usual` says. */
function drive(answers: ((asked: Asked) => Response | Promise<Response> | null)[]) {
  vi.stubGlobal("fetch", async (path: string, { method, headers }: RequestInit) => {
    const sent = new Headers(headers)
    const one = { method: method ?? "GET", path, offset: sent.get("Upload-Offset") }
    asked.push(one)
    return (await answers.shift()?.(one)) ?? usual(one)
  })
}

function usual({ method, path }: Asked): Response {
  if (method === "PATCH") return new Response(null, { status: 204 })
  if (path.endsWith("/complete") || path.includes("/content")) {
    return Response.json({ data: { _id: "f1", name: "scan.pdf" } })
  }
  return Response.json({
    data: { _id: "u1", offset: 0, size: 3 * PART_BYTES - 5, partSize: 4 * PART_BYTES },
  })
}

async function lost(): Promise<never> {
  throw new TypeError("network")
}

function conflict(): Response {
  return Response.json({ title: "Another offset" }, { status: 409 })
}

function sending(size: number, more: Partial<Sending> = {}): Sending {
  return {
    content: new File([new Uint8Array(size)], "scan.pdf"),
    target: { folderId: null },
    signal: new AbortController().signal,
    uploadId: null,
    onBegin: () => {},
    onProgress: () => {},
    ...more,
  }
}

test("a small content is one request that names it", async () => {
  drive([])
  await expect(sendContent(sending(10, { target: { folderId: "d1" } }))).resolves.toMatchObject({
    _id: "f1",
  })
  expect(asked.map(({ method, path }) => [method, path])).toEqual([
    ["POST", "/drive/api/v1/filesystem/file/content?name=scan.pdf&folderId=d1"],
  ])
})

test("a large one goes part by part and tells how far it is", async () => {
  drive([])
  const told: number[] = []
  const size = 3 * PART_BYTES - 5
  await sendContent(sending(size, { onProgress: (sent) => told.push(sent) }))
  expect(asked.map(({ method, offset }) => [method, offset])).toEqual([
    ["POST", null],
    ["PATCH", "0"],
    ["PATCH", String(PART_BYTES)],
    ["PATCH", String(2 * PART_BYTES)],
    ["POST", null],
  ])
  expect(told).toEqual([0, PART_BYTES, 2 * PART_BYTES, size])
})

test("an upload that was begun goes on where it was, one that is gone begins anew", async () => {
  const size = 3 * PART_BYTES - 5
  const begun = () =>
    Response.json({ data: { _id: "u0", offset: 2 * PART_BYTES, size, partSize: PART_BYTES } })
  drive([begun])
  await sendContent(sending(size, { uploadId: "u0" }))
  expect(asked.filter(({ method }) => method === "PATCH").map(({ offset }) => offset)).toEqual([
    String(2 * PART_BYTES),
  ])

  asked = []
  drive([() => Response.json({ title: "Not found" }, { status: 404 })])
  await sendContent(sending(size, { uploadId: "u0" }))
  expect(asked.filter(({ method }) => method === "PATCH")).toHaveLength(3)
})

test("a part without an answer is sent again after a pause", async () => {
  vi.useFakeTimers()
  drive([() => null, lost])
  const sent = sendContent(sending(3 * PART_BYTES - 5))
  await vi.runAllTimersAsync()
  await sent
  expect(asked.filter(({ method }) => method === "PATCH").map(({ offset }) => offset)).toEqual([
    "0",
    "0",
    String(PART_BYTES),
    String(2 * PART_BYTES),
  ])
})

test("a part that had arrived although its answer was lost is not sent twice", async () => {
  const size = 3 * PART_BYTES - 5
  const there = () =>
    Response.json({ data: { _id: "u1", offset: PART_BYTES, size, partSize: PART_BYTES } })
  drive([() => null, conflict, there])
  await sendContent(sending(size))
  expect(asked.filter(({ method }) => method === "PATCH").map(({ offset }) => offset)).toEqual([
    "0",
    String(PART_BYTES),
    String(2 * PART_BYTES),
  ])
})

test("what the server refuses is told as it says it", async () => {
  const detail = "The name says PDF, the content is text."
  drive([() => Response.json({ title: "Invalid fields", detail }, { status: 422 })])
  await expect(sendContent(sending(10))).rejects.toMatchObject({ problem: { status: 422, detail } })
})

test("a new version says which one it was made from", async () => {
  const versions: (string | null)[] = []
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    versions.push(new Headers(headers).get("If-Match"))
    return Response.json({ data: { _id: "f1" } })
  })
  await sendContent(sending(10, { target: { fileId: "f1", version: 7 } }))
  expect(versions).toEqual(['"7"'])
})
