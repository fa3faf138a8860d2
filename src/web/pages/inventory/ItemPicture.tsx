import { Box, Image } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { FilePicture } from '../../components/files/FilePicture.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

const ITEM_PICTURE = graphql(`
  fragment ItemPicture on InventoryItem {
    id
    imageUrl
    file {
      id
      ...FilePicture
    }
  }
`)

interface ItemPictureProps {
  readonly item: FragmentType<typeof ITEM_PICTURE>
  /** Pixels; the whole width by default. */
  readonly size?: number
}

/** The picture of an item; what its holder has made is shown as clients show it. */
export function ItemPicture({ item, size }: ItemPictureProps) {
  const { imageUrl, file } = getFragmentData(ITEM_PICTURE, item)
  if (!file) return <Picture url={imageUrl} {...(size !== undefined && { size })} />
  return (
    <Box w={size ?? '100%'} h={size ?? '100%'} flex="none">
      <FilePicture file={file} />
    </Box>
  )
}

interface PictureProps {
  readonly url: string | null | undefined
  /** Pixels; the whole width by default. */
  readonly size?: number
}

/** The picture of a template; a box where it has none. */
export function Picture({ url, size }: PictureProps) {
  const side = size ?? '100%'
  if (url)
    return <Image src={ownUrl(url)} alt="" w={side} h={side} fit="contain" radius="md" loading="lazy" flex="none" />
  return (
    <Box w={side} h={side} bg="var(--mantine-color-default-hover)" display="grid" style={{ placeItems: 'center' }}>
      <IconBox size={32} stroke={1.2} aria-hidden color="var(--mantine-color-dimmed)" />
    </Box>
  )
}
