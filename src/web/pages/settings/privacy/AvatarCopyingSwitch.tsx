import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'

const UPDATE = graphql(`
  mutation SettingsUpdateAvatarCopying($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        id
        allowsAvatarCopying
      }
    }
  }
`)

interface AvatarCopyingSwitchProps {
  readonly user: { readonly id: string; readonly allowsAvatarCopying: boolean }
}

/** A switch of the public profile, unlike the others, which are of the account. */
export function AvatarCopyingSwitch({ user }: AvatarCopyingSwitchProps) {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE, { isQueued: true })
  const change = (allowsAvatarCopying: boolean) =>
    update.act({ input: { allowsAvatarCopying } }, (cache) => {
      cache.modify({ id: `User:${user.id}`, fields: { allowsAvatarCopying: () => allowsAvatarCopying } })
    })
  return (
    <Switch
      label={t('privacy.allowsAvatarCopying.label')}
      description={t('privacy.allowsAvatarCopying.hint')}
      checked={user.allowsAvatarCopying}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  )
}
