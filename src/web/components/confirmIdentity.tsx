import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useTranslation } from 'react-i18next'
import { graphql } from '../generated/gql.ts'
import { request } from '../graph/request.ts'
import { useGraphForm } from '../graph/useGraphForm.ts'
import { RefusalAlert } from './RefusalAlert.tsx'

const CONFIRM_IDENTITY = graphql(`
  mutation ConfirmIdentity($input: ConfirmIdentityInput!) {
    confirmIdentity(input: $input) {
      session {
        id
        confirmationExpiresAt
      }
    }
  }
`)

const DIALOG = 'confirm-identity'

interface ConfirmFormProps {
  readonly onDone: () => void
  readonly onCancel: () => void
}

function ConfirmForm({ onDone, onCancel }: ConfirmFormProps) {
  const { t } = useTranslation()
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { initialValues: { password: '', code: '' } },
    async ({ password, code }) => {
      await request(CONFIRM_IDENTITY, { input: code ? { code } : { password } })
      onDone()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t('confirm.text')}</Text>
        <PasswordInput
          label={t('confirm.password')}
          autoComplete="current-password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('confirm.code')}
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('confirm.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Title() {
  const { t } = useTranslation()
  return t('confirm.title')
}

let asking: Promise<boolean> | null = null

/** Asks who acts, by password or code, once for all that ask meanwhile. Resolves to whether the server was convinced. */
export function confirmIdentity(): Promise<boolean> {
  asking ??= openDialog().finally(() => {
    asking = null
  })
  return asking
}

const openDialog = (): Promise<boolean> =>
  new Promise((resolve) => {
    const close = (isConfirmed: boolean) => {
      resolve(isConfirmed)
      modals.close(DIALOG)
    }
    modals.open({
      modalId: DIALOG,
      title: <Title />,
      onClose: () => resolve(false),
      children: <ConfirmForm onDone={() => close(true)} onCancel={() => close(false)} />,
    })
  })
