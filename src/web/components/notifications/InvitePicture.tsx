import { Anchor, Image } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'

const INVITE_PICTURE = graphql(`
  fragment InvitePicture on Notification {
    id
    actor {
      id
      displayName
    }
    invite {
      imageUrl
    }
  }
`)

/** The picture that came with an invite, a request for one or an answer, which opens in a tab of its own. */
export function InvitePicture({ notification }: { readonly notification: FragmentType<typeof INVITE_PICTURE> }) {
  const { t } = useTranslation('notifications')
  const { actor, invite } = getFragmentData(INVITE_PICTURE, notification)
  if (!invite?.imageUrl) return null
  const url = ownUrl(invite.imageUrl)
  return (
    <Anchor href={url} target="_blank" rel="noopener" w="fit-content">
      <Image
        src={url}
        alt={t('picture', { name: actor?.displayName ?? t('somebody') })}
        loading="lazy"
        radius="md"
        maw={240}
        mah={180}
        w="auto"
        fit="contain"
      />
    </Anchor>
  )
}
