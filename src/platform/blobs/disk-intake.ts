import { rm } from 'node:fs/promises'
import { Failure, invalid } from '../../kernel/failure.ts'
import { type Aside, writeAside } from './disk-files.ts'
import type { Records } from './disk-records.ts'
import type { Ticket, Tickets } from './disk-tokens.ts'
import type { Alone } from './locks.ts'
import { TOO_LARGE } from './refusals.ts'

/** The body of a PUT to an address that a store on this server's disk gave out. */
export interface Incoming {
  readonly content: AsyncIterable<unknown>
  /** Bytes, where they were announced. */
  readonly length: number | null
  /** Base64, as `Content-MD5` has it. */
  readonly md5: string | null
  readonly contentType: string | null
}

/** Takes what clients PUT to the addresses of uploads. */
export interface Intake {
  /**
   * Stores a part and answers its ETag, with its quotes. Throws `forbidden` for a token that is expired or not ours,
   * `missing` for an upload that is over, `invalid` for a wrong MD5, and with the code `too_large` for too many bytes.
   */
  receive(token: string, incoming: Incoming): Promise<string>
}

interface Site {
  readonly records: Records
  readonly tickets: Tickets
  readonly alone: Alone
  readonly aside: string
}

export function openIntake(site: Site): Intake {
  const { records, tickets, alone, aside } = site
  return {
    async receive(token, incoming) {
      const ticket = tickets.read(token)
      const multipart = await openUpload(records, ticket.ref)
      if (!multipart) checkType(ticket, incoming)
      const room = await roomFor(records, ticket)
      const check = (size: number) => checkSize(size, room)
      check(incoming.length ?? 0)
      const written = await writeAside(aside, incoming.content, check)
      try {
        checkMd5(written, incoming)
        await alone(`upload ${ticket.ref}`, () => add(records, ticket, written))
      } finally {
        await rm(written.path, { force: true })
      }
      return `"${written.md5}"`
    },
  }
}

/** Other parts may have come, or the upload ended, while this one was on its way. */
async function add(records: Records, ticket: Ticket, written: Aside): Promise<void> {
  await openUpload(records, ticket.ref)
  checkSize(written.size, await roomFor(records, ticket))
  await records.addPart(ticket.ref, ticket.partNumber, written)
}

/** Whether an upload that goes on has several parts. */
async function openUpload(records: Records, ref: string): Promise<boolean> {
  const [begun, outcome] = await Promise.all([records.begun(ref), records.outcome(ref)])
  if (!begun || outcome) throw new Failure('missing', 'This upload is over')
  return begun.multipart
}

async function roomFor(records: Records, { ref, partNumber, totalBytes }: Ticket): Promise<number> {
  const others = (await records.parts(ref)).filter((part) => part.partNumber !== partNumber)
  return totalBytes - others.reduce((sum, { size }) => sum + size, 0)
}

function checkSize(size: number, room: number): void {
  if (size > room) throw invalid('body', 'These are more bytes than the upload was begun for', TOO_LARGE)
}

/** As an object store does, whose addresses are signed with the type. */
function checkType(ticket: Ticket, { contentType }: Incoming): void {
  if (contentType === null || contentType === ticket.contentType) return
  throw new Failure('forbidden', `The Content-Type of this address is ${ticket.contentType}`)
}

function checkMd5(written: Aside, { md5 }: Incoming): void {
  if (md5 === null || md5 === Buffer.from(written.md5, 'hex').toString('base64')) return
  throw invalid('Content-MD5', 'The body is not what Content-MD5 says')
}
