import { open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'

/** The end of a name of a mail, and of one that is being written. */
const MAIL_FILE = /\.(eml|part)$/
/** Bytes of a mail that hold its header: the server writes a few short fields. */
const HEADER_BYTES = 8_192

/** Deletes the mails in a folder that are to one of the addresses. */
export async function deleteMailFiles(folder: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const unwanted = new Set(addresses.flatMap(formsOf))
  const names = await readdir(folder).catch(ignoringMissing([]))
  for (const name of names.filter((one) => MAIL_FILE.test(one))) {
    const path = join(folder, name)
    const receivers = await readReceivers(path).catch(ignoringMissing([]))
    if (receivers.some((receiver) => unwanted.has(receiver))) await unlink(path).catch(ignoringMissing(undefined))
  }
}

/** An address as it was given, and with the name of the host as mails have it. */
function formsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  const encoded = `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
  return [address.toLowerCase(), encoded.toLowerCase()]
}

/** Another node, or another run, may have deleted it meanwhile. */
const ignoringMissing =
  <R>(result: R) =>
  (error: NodeJS.ErrnoException): R => {
    if (error.code !== 'ENOENT') throw error
    return result
  }

/** The addresses in the field `To` of a mail, in lower case. */
async function readReceivers(path: string): Promise<string[]> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const [header = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n\r?\n/)
    const [, receivers = ''] = /^To:(.*)$/im.exec(header.replaceAll(/\r?\n[ \t]+/g, ' ')) ?? []
    return receivers.split(',').map((receiver) =>
      receiver
        .replace(/^.*<|>.*$/g, '')
        .trim()
        .toLowerCase(),
    )
  } finally {
    await file.close()
  }
}
