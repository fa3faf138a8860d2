import type { IncomingMessage } from 'node:http'
import type { Viewer } from '../../kernel/scope.ts'
import { MOST_SOCKETS, type Place, type Streams } from './streams.ts'

/** Who a token belongs to; not counted as a sign of life. */
export type Identify = (token: string) => Promise<Viewer | null>

export interface Admitted {
  readonly viewer: Viewer
  readonly place: Place
  /** Whether the session still counts: it may have ended while the socket was opened. */
  readonly isStill: () => Promise<boolean>
}

/** What the other end is told in place of anything else. */
export interface Refused {
  readonly refused: string
}

/** Clients know this text. */
const NO_SESSION: Refused = { refused: "authToken doesn't correspond with an active session" }
const CROWD: Refused = { refused: `At most ${MOST_SOCKETS} connections at a time` }

/** Lets in whoever names a token of a finished session. */
export async function admit(
  { url = '' }: IncomingMessage,
  identify: Identify,
  streams: Streams,
): Promise<Admitted | Refused> {
  const find = async (token: string) => {
    const viewer = await identify(token)
    return viewer?.owes.length === 0 ? viewer : null
  }
  const token = tokenIn(url)
  const viewer = token === undefined ? null : await find(token)
  if (token === undefined || !viewer) return NO_SESSION
  const place = await streams.join(viewer.id)
  const isStill = async () => (await find(token))?.sessionId === viewer.sessionId
  return place ? { viewer, place, isStill } : CROWD
}

/** Clients write it as `authToken` or as `auth`; the first that is not empty counts. */
function tokenIn(url: string): string | undefined {
  const query = new URLSearchParams(url.split('?')[1])
  return [...query.getAll('authToken'), ...query.getAll('auth')].find(Boolean)
}
