import { Box, Image } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { ownUrl } from '../../components/ownUrl.ts'

interface ItemPictureProps {
  readonly url: string | null | undefined
  /** Pixels; the whole width by default. */
  readonly size?: number
}

/** The picture of an item; a box where it has none. */
export function ItemPicture({ url, size }: ItemPictureProps) {
  const side = size ?? '100%'
  if (url)
    return <Image src={ownUrl(url)} alt="" w={side} h={side} fit="contain" radius="md" loading="lazy" flex="none" />
  return (
    <Box w={side} h={side} bg="var(--mantine-color-default-hover)" display="grid" style={{ placeItems: 'center' }}>
      <IconBox size={32} stroke={1.2} aria-hidden color="var(--mantine-color-dimmed)" />
    </Box>
  )
}
