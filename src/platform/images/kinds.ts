import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { noPicture } from './refusals.ts'

const TAKEN = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff'])
const DECODERS = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Tiff'].map((kind) => `VipsForeignLoad${kind}`)

/** Throws `invalid` for what by its content is no raster picture that can be decoded; names and claims do not count. */
export async function refuseOther(bytes: Buffer): Promise<void> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !TAKEN.has(type.mime)) throw noPicture()
}

/** Takes all other decoders out of the process, so that none can be reached by a picture that looks like another kind. */
export function allowOnly(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
}
