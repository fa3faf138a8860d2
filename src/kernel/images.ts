/** Target format of an image. */
export interface ImageSpec {
  readonly format: 'png' | 'jpeg'
  /** Pixels of each side: smaller images are refused, larger ones scaled down to `maxSide`. */
  readonly minSide: number
  readonly maxSide: number
  readonly square?: boolean
}

/** A re-encoded image without metadata. */
export interface EncodedImage {
  readonly bytes: Buffer
  readonly contentType: 'image/png' | 'image/jpeg'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Reads the bytes of an image. It is called once its turn has come, so that waiting images take no memory. */
export type ReadImage = () => Promise<Buffer>

/** Re-encodes images, under limits of pixels and time. Of an animation only the first frame is kept. */
export interface ImageProcessor {
  /**
   * Throws `invalid` with field `file` for content that is no raster image, broken, too large to decode or of a wrong
   * size; `unavailable` when too many images are queued.
   */
  encode(read: ReadImage, shape: ImageSpec): Promise<EncodedImage>
  /** Scales to at most `side` pixels: PNG for images with transparency, else JPEG. Throws what `encode` throws. */
  thumbnail(read: ReadImage, side: number): Promise<EncodedImage>
}
