import type { Readable } from 'node:stream'
import type { ByteRange } from './blobs.ts'

/** The asset of an avatar for one platform, of which an impostor is to be built. */
interface ImpostorSource {
  readonly avatarId: string
  /** Such as android or standalonewindows. */
  readonly platform: string
  readonly unityVersion: string
  readonly assetVersion: number
  /** Bytes of the asset. */
  readonly size: number
}

/** Streams the asset, or a range of it. The caller must read or destroy the stream. */
type ReadAsset = (range?: ByteRange) => Promise<Readable>

/** An impostor as a builder has made it: an asset of the same platform. */
export interface BuiltImpostor {
  readonly bytes: Readable | Buffer
  /** Names the version of the builder; at most 64 characters. */
  readonly impostorizerVersion: string
}

/** Who builds impostors: simple stand-ins that clients show for avatars too expensive to draw. */
export interface ImpostorBuilder {
  /** Lower case letters and digits. */
  readonly name: string
  /** False for `none`: nobody can queue an impostor. */
  readonly isConnected: boolean
  /** How many avatars it works on at a time. */
  readonly workers: number
  /** Builds the impostor of an asset. Throws what it cannot build; its avatar is tried three times. */
  build(source: ImpostorSource, read: ReadAsset): Promise<BuiltImpostor>
}
