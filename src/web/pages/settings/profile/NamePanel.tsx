import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { UPDATE_ACCOUNT } from '../documents.ts'
import { DESCRIPTION_BELOW, FieldPair } from '../FieldPair.tsx'

const SETTINGS_NAME = graphql(`
  fragment SettingsName on User {
    id
    displayName
  }
`)

const NAME = graphql(`
  query SettingsDisplayName {
    viewer {
      id
      user {
        ...SettingsName
      }
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsDisplayNameChanges {
    viewerChanged {
      id
      user {
        ...SettingsName
      }
    }
  }
`)

/** The name that others see. */
export function NamePanel() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(NAME, {})
  const user = getFragmentData(SETTINGS_NAME, data?.viewer?.user)
  return (
    <Panel title={t('name.title')} isLoading={isLoading && !user} refusal={refusal} onRetry={reload} empty={!user}>
      {user && <NameForm displayName={user.displayName} />}
    </Panel>
  )
}

function NameForm({ displayName }: { readonly displayName: string }) {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_ACCOUNT)
  const edit = useEditForm({ name: 'name', current: { displayName, currentPassword: '' } }, async (changes) => {
    await update.attempt({ input: changes })
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FieldPair>
          <TextInput
            label={t('name.displayName')}
            description={t('name.hint')}
            inputWrapperOrder={DESCRIPTION_BELOW}
            autoComplete="nickname"
            {...form.getInputProps('displayName')}
          />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        </FieldPair>
        <EditFormFooter
          edit={edit}
          submit={t('name.submit')}
          labelOf={(field) => (field === 'displayName' ? t('name.displayName') : t('currentPassword'))}
        />
      </Stack>
    </form>
  )
}
