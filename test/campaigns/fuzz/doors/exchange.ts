import type { KnownValues } from '../placeholders.ts'
import type { Generator, KnownNames } from '../values.ts'

/** What an answer is judged by. */
export type Protocol = 'rest' | 'graphql' | 'graphqlSocket' | 'legacySocket'

/** What a client sends on one connection, and what it expects. */
export interface Exchange {
  readonly protocol: Protocol
  /** The bytes of the request, or of the handshake of a websocket. */
  readonly bytes: Buffer
  /** Whether it needs a connection of its own: the server may see the end of the request elsewhere. */
  readonly ownConnection?: boolean
  /** Whether the client ends its side after the bytes. A server may then close the connection without an answer. */
  readonly isCutOff?: boolean
  /** The bytes that follow once a websocket is open. */
  readonly frames?: Buffer
  /** Bytes of the websocket that come before its frames, and that the server has to answer first. */
  readonly opening?: Buffer
}

/** What exists on the server that exchanges are sent to. */
export interface Scene {
  /** The token of the session of an ordinary user. */
  readonly token: string
  readonly known: KnownValues
  readonly names: KnownNames
  /** Paths of a signed upload URL, a public picture and a calendar file. */
  readonly uploadPath: string
  readonly picturePath: string
  readonly calendarPath: string
}

/** One way to be malformed at one entry of the server. */
export interface Kind {
  readonly door: string
  readonly name: string
  readonly generate: (g: Generator, scene: Scene) => Exchange
}
