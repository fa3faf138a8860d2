import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { PictureField } from '../../../components/uploads/PictureField.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'

const SETTINGS_PICTURES = graphql(`
  fragment SettingsPictures on User {
    id
    userIcon
    profilePicOverride
    ...PersonAvatar
  }
`)

const PICTURES = graphql(`
  query SettingsProfilePictures {
    viewer {
      id
      user {
        ...SettingsPictures
      }
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsProfilePicturesChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      id
      user {
        ...SettingsPictures
      }
    }
  }
`)

const UPDATE_PICTURES = graphql(`
  mutation SettingsUpdatePictures($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        ...SettingsPictures
      }
    }
  }
`)

/** The pictures of the profile: a small square one beside the name, and a large one. */
export function PicturesPanel() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(PICTURES, {})
  const update = useAct(UPDATE_PICTURES)
  const user = getFragmentData(SETTINGS_PICTURES, data?.viewer?.user)
  return (
    <Panel title={t('pictures.title')} isLoading={isLoading && !user} refusal={refusal} onRetry={reload} empty={!user}>
      {user && (
        <Stack gap="lg">
          <PictureField
            label={t('pictures.icon.label')}
            hint={t('pictures.icon.hint')}
            shape="round"
            removeText={t('pictures.removeText')}
            purpose="ICON"
            url={user.userIcon ?? null}
            use={(userIconUploadId) => update.attempt({ input: { userIconUploadId } })}
            remove={() => update.act({ input: { userIcon: null } })}
          />
          <PictureField
            label={t('pictures.picture.label')}
            hint={t('pictures.picture.hint')}
            shape="wide"
            removeText={t('pictures.removeText')}
            purpose="GALLERY"
            url={user.profilePicOverride ?? null}
            use={(profilePicOverrideUploadId) => update.attempt({ input: { profilePicOverrideUploadId } })}
            remove={() => update.act({ input: { profilePicOverride: null } })}
          />
        </Stack>
      )}
    </Panel>
  )
}
