import { Image } from '@mantine/core'
import { IconAward } from '@tabler/icons-react'
import { ownUrl } from '../ownUrl.ts'

/** The picture of a badge, whose name stands beside it. */
export const BadgePicture = ({ url }: { readonly url: string | null }) =>
  url ? (
    <Image src={ownUrl(url)} alt="" w={28} h={28} fit="contain" flex="none" />
  ) : (
    <IconAward size={22} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
  )
