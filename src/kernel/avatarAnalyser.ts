import type { Readable } from 'node:stream'
import type { ByteRange } from './blobs.ts'

/** How well clients can show an avatar, as an analyser of its meshes judges. */
type PerformanceRating = 'None' | 'VeryPoor' | 'Poor' | 'Medium' | 'Good' | 'Excellent'

/** The asset of an avatar for one platform, which is to be rated. */
interface RatedAsset {
  readonly avatarId: string
  /** Such as android or standalonewindows. */
  readonly platform: string
  readonly unityVersion: string
  /** Bytes of the asset. */
  readonly size: number
}

/** Who rates avatars: measuring a mesh takes an engine, which no backend holds. */
export interface AvatarAnalyser {
  /** Lower case letters and digits. */
  readonly name: string
  /** False for `none`: nothing is rated. */
  readonly isConnected: boolean
  /** Rates an asset, of which `read` streams a range or all. Throws what it cannot rate; that is tried again later. */
  rate(asset: RatedAsset, read: (range?: ByteRange) => Promise<Readable>): Promise<PerformanceRating>
}
