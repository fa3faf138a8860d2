/** What a picture is made into, whatever it was. */
export interface ImageShape {
  readonly format: 'png' | 'jpeg'
  /** Least and most pixels of each side; larger pictures are scaled down to the most, smaller ones refused. */
  readonly least: number
  readonly most: number
  /** Both sides must be equal. */
  readonly square?: boolean
}

/** A picture without metadata, encoded here. */
export interface Image {
  readonly bytes: Buffer
  readonly contentType: 'image/png' | 'image/jpeg'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Decodes and encodes pictures, under limits of pixels and time; of one that moves, its first frame. */
export interface Images {
  /**
   * Throws `invalid` of the field `file` for what is no raster image by its content, is broken, too large to decode or of
   * a wrong size; `unavailable` when too many wait.
   */
  shape(bytes: Buffer, shape: ImageShape): Promise<Image>
  /** A picture whose longer side has at most so many pixels, png where it may show through, else jpeg; throws as `shape`. */
  thumbnail(bytes: Buffer, side: number): Promise<Image>
}
