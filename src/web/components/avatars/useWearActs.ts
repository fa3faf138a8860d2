import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'

const SELECT_AVATAR = graphql(`
  mutation SelectAvatar($input: SelectAvatarInput!) {
    selectAvatar(input: $input) {
      avatar {
        id
        viewerCanWear
      }
      user {
        id
        ...PersonAvatar
      }
      viewer {
        id
        ...WornAvatars
      }
    }
  }
`)

const SELECT_FALLBACK = graphql(`
  mutation SelectFallbackAvatar($input: SelectFallbackAvatarInput!) {
    selectFallbackAvatar(input: $input) {
      avatar {
        id
        viewerCanWearAsFallback
      }
      viewer {
        id
        ...WornAvatars
      }
    }
  }
`)

interface WearActs {
  readonly isBusy: boolean
  readonly wear: () => Promise<void>
  /** Makes it what others see who cannot show what the viewer wears. */
  readonly standIn: () => Promise<void>
}

/** Wears an avatar, or chooses it as fallback. */
export function useWearActs({ id, name }: { readonly id: string; readonly name: string }): WearActs {
  const { t } = useTranslation('avatars')
  const select = useAct(SELECT_AVATAR)
  const fallback = useAct(SELECT_FALLBACK)
  const input = { avatarId: id }
  return {
    isBusy: select.isBusy || fallback.isBusy,
    wear: async () => {
      if (await select.act({ input })) notifications.show({ message: t('wear.done', { name }) })
    },
    standIn: async () => {
      if (await fallback.act({ input })) notifications.show({ message: t('wear.fallbackDone', { name }) })
    },
  }
}
