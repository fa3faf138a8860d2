import { ActionIcon, Box, Group, Text, Tooltip } from '@mantine/core'
import { IconPencil, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import type { SettingsInviteMessageFragment } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
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
  const [isEditing, setEditing] = useState(false)
  const reset = useAct(RESET_MESSAGE)
  const { type, slot, viewerCanUpdate, remainingCooldownMinutes } = message
  const number = slot + 1
  if (isEditing) return <MessageForm message={message} onClose={() => setEditing(false)} />
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
      <Box flex={1} miw={0}>
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
        <RowAct label={t('messages.editOf', { number })} isBusy={false} onClick={() => setEditing(true)}>
          <IconPencil size={18} aria-hidden />
        </RowAct>
      )}
    </Group>
  )
}

interface RowActProps {
  readonly label: string
  readonly isBusy: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

const RowAct = ({ label, isBusy, onClick, children }: RowActProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} loading={isBusy} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
