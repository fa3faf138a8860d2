import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { SettingsInviteMessageFragment } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'

const UPDATE_MESSAGE = graphql(`
  mutation SettingsUpdateInviteMessage($input: UpdateInviteMessageInput!) {
    updateInviteMessage(input: $input) {
      inviteMessage {
        ...SettingsInviteMessage
      }
    }
  }
`)

interface MessageFormProps {
  readonly message: SettingsInviteMessageFragment
  readonly onClose: () => void
}

/** Changes the text of a message. */
export function MessageForm({ message, onClose }: MessageFormProps) {
  const { t } = useTranslation('settings')
  const { type, slot } = message
  const update = useAct(UPDATE_MESSAGE)
  const edit = useEditForm({ name: `message-${slot}`, current: { message: message.message } }, async (changes) => {
    await update.attempt({ input: { type, slot, message: changes.message ?? message.message } })
    onClose()
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('messages.textOf', { number: slot + 1 })}
          data-autofocus
          autoFocus
          {...form.getInputProps('message')}
        />
        <EditFormFooter edit={edit} labelOf={() => t('messages.text')} onCancel={onClose} />
      </Stack>
    </form>
  )
}
