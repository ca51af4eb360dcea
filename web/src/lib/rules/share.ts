// House rules in a link: the whole sheet, compressed, behind the hash, which is not sent to the server.
import type { Sheet } from "./schema";

/** No link carries more than this; a sheet of rules has a few hundred bytes. */
const LONGEST = 16_384;

export async function pack(sheet: Sheet): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(sheet));
  return base64url(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The sheet in a link; throws if there is none. */
export async function unpack(text: string): Promise<Sheet> {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw new Error("this link carries no rules");
  const bytes = await through(unbase64url(text), new DecompressionStream("deflate-raw"), LONGEST * 4);
  const sheet: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (typeof sheet !== "object" || sheet === null || Array.isArray(sheet))
    throw new Error("this link carries no rules");
  return sheet as Sheet;
}

/** The packed sheet in what stands behind the hash. */
export function packedIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("z");
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  press: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(press).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    // A small link must not unfold into a huge sheet.
    if (length > most) {
      void reader.cancel().catch(() => undefined);
      throw new Error("this link carries too much");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function unbase64url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
