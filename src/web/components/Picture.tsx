import { AspectRatio, Image, type ImageProps } from '@mantine/core'
import { ownUrl } from './ownUrl.ts'

interface PictureProps extends Pick<ImageProps, 'radius'> {
  /** An empty place where there is none. */
  readonly url: string | null | undefined
  /** Width to height. */
  readonly ratio: number
  /** Whether it is below what one sees first, and so may be read when it is scrolled to. */
  readonly isLazy?: boolean
}

/** A picture whose place is kept while it is read; what it shows is said beside it. */
export const Picture = ({ url, ratio, radius = 0, isLazy = true }: PictureProps) => (
  <AspectRatio ratio={ratio}>
    <Image
      src={url ? ownUrl(url) : null}
      alt=""
      radius={radius}
      loading={isLazy ? 'lazy' : 'eager'}
      bg="var(--mantine-color-default-hover)"
    />
  </AspectRatio>
)
