import { Box, Group, Text } from '@mantine/core'
import { IconPencil, IconRestore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { useInlineEditor } from '../../../components/useInlineEditor.ts'
import type { SettingsInviteMessageFragment } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { RowAct } from '../RowAct.tsx'
import { MessageForm } from './MessageForm.tsx'

export const MESSAGE_ROW = graphql(`
  fragment SettingsInviteMessage on InviteMessage {
    id
    type
    slot
    message
    updatedAt
    viewerCanUpdate
    remainingCooldownMinutes
  }
`)

const RESET_MESSAGE = graphql(`
  mutation SettingsResetInviteMessage($input: ResetInviteMessageInput!) {
    resetInviteMessage(input: $input) {
      inviteMessage {
        ...SettingsInviteMessage
      }
    }
  }
`)

interface MessageRowProps {
  readonly message: SettingsInviteMessageFragment
  /** Whether the text is the one that everybody has at first. */
  readonly isDefault: boolean
}

/** One message, which becomes a form to change it. */
export function MessageRow({ message, isDefault }: MessageRowProps) {
  const { t } = useTranslation(['settings', 'common'])
  const { isEditing, open, close, button, place } = useInlineEditor()
  const reset = useAct(RESET_MESSAGE)
  const { type, slot, viewerCanUpdate, remainingCooldownMinutes } = message
  const number = slot + 1
  if (isEditing) return <MessageForm message={message} onClose={close} />
  const ask = async () => {
    const texts = { title: t('messages.askTitle'), text: t('messages.askText', { message: message.message }) }
    if (await askFirst({ ...texts, confirm: t('messages.reset'), cancel: t('common:cancel') }))
      await reset.act({ input: { type, slot } })
  }
  return (
    <Group wrap="nowrap" gap="xs" mih={38}>
      <Text size="sm" c="dimmed" w={24} ta="end" flex="none" aria-hidden>
        {number}
      </Text>
      <Box flex={1} miw={0} ref={place} tabIndex={-1}>
        <Text size="sm">{message.message}</Text>
        {!viewerCanUpdate && (
          <Text size="xs" c="dimmed">
            {t('messages.cooldown', { count: remainingCooldownMinutes })}
          </Text>
        )}
      </Box>
      {viewerCanUpdate && !isDefault && (
        <RowAct label={t('messages.resetOf', { number })} isBusy={reset.isBusy} onClick={() => void ask()}>
          <IconRestore size={18} aria-hidden />
        </RowAct>
      )}
      {viewerCanUpdate && (
        <RowAct ref={button} label={t('messages.editOf', { number })} onClick={open}>
          <IconPencil size={18} aria-hidden />
        </RowAct>
      )}
    </Group>
  )
}
