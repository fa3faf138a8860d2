import { z } from 'zod'
import type { PartRequest } from '../../kernel/blobs.ts'
import { type Clock, HOUR } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Secrets } from '../../kernel/secrets.ts'

/** What an address for one PUT allows. */
export interface Ticket extends PartRequest {
  readonly ref: string
}

const PURPOSE = 'upload'

const Claims = z.object({
  ref: z.string(),
  part: z.number(),
  type: z.string(),
  total: z.number(),
  /** Milliseconds since 1970. */
  until: z.number(),
})

export interface Tickets {
  write(ticket: Ticket): string
  /** Throws `forbidden` for what was not written here, was altered or is older than an hour. */
  read(token: string): Ticket
}

export function openTickets(secrets: Secrets, clock: Clock): Tickets {
  return {
    write: ({ ref, partNumber, contentType, totalBytes }) =>
      secrets.sign(PURPOSE, {
        ref,
        part: partNumber,
        type: contentType,
        total: totalBytes,
        until: clock.now().getTime() + HOUR,
      }),
    read(token) {
      const claims = Claims.safeParse(secrets.verify(PURPOSE, token)).data
      if (!claims) throw new Failure('forbidden', 'This address is not one that was given out')
      if (claims.until <= clock.now().getTime()) throw new Failure('forbidden', 'This address has expired')
      return { ref: claims.ref, partNumber: claims.part, contentType: claims.type, totalBytes: claims.total }
    },
  }
}
