import type { IncomingMessage } from 'node:http'
import type { Viewer } from '../../kernel/scope.ts'
import { queryTokens, viewerOfTokens } from '../request.ts'
import { type ChannelSlot, MAX_SOCKETS, type UserChannels } from './userChannels.ts'

/** The viewer of a session token; null for an invalid one. Doesn't cancel a pending deletion. */
export type IdentifyToken = (token: string) => Promise<Viewer | null>

export interface Admission {
  readonly viewer: Viewer
  readonly slot: ChannelSlot
  /** Whether the session is still valid: it may have ended while the socket was opened. */
  readonly isStillValid: () => Promise<boolean>
}

export interface Rejection {
  readonly reason: string
}

/** Legacy clients compare this text. */
const NO_SESSION: Rejection = { reason: "authToken doesn't correspond with an active session" }
const TOO_MANY_CONNECTIONS: Rejection = { reason: `At most ${MAX_SOCKETS} connections at a time` }

/** Admits a connection that presents the token of a session with completed login. */
export async function admitConnection(
  request: IncomingMessage,
  identify: IdentifyToken,
  channels: UserChannels,
): Promise<Admission | Rejection> {
  const find = async () => {
    const viewer = await viewerOfTokens(queryTokens(request), identify)
    return viewer?.pendingFactors.length === 0 ? viewer : null
  }
  const viewer = await find()
  if (!viewer) return NO_SESSION
  const slot = await channels.join(viewer.id)
  const isStillValid = async () => (await find())?.sessionId === viewer.sessionId
  return slot ? { viewer, slot, isStillValid } : TOO_MANY_CONNECTIONS
}
