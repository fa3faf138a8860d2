import { NativeSelect, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { MESSAGE_TYPES } from '../sections.ts'
import { MESSAGE_ROW, MessageRow } from './MessageRow.tsx'

const INVITE_MESSAGES = graphql(`
  query SettingsInviteMessages($type: InviteMessageType!) {
    viewer {
      id
      user {
        id
        createdAt
      }
      inviteMessages(type: $type) {
        ...SettingsInviteMessage
      }
    }
  }
`)

/** The twelve texts of each kind that clients offer with an invite, or as an answer to one. */
export function InviteMessagesSection() {
  const { t } = useTranslation('settings')
  const { messages: type = 'MESSAGE' } = useSearch({ from: '/shell/settings/$section' })
  const navigate = useNavigate()
  const { data, refusal, isLoading, reload } = usePanel(INVITE_MESSAGES, { type })
  const viewer = data?.viewer
  const messages = getFragmentData(MESSAGE_ROW, viewer?.inviteMessages)
  return (
    <Panel title={t('messages.title')} isLoading={isLoading && !messages} refusal={refusal} onRetry={reload}>
      <Text size="sm" c="dimmed">
        {t('messages.hint')}
      </Text>
      <NativeSelect
        label={t('messages.type')}
        value={type}
        data={MESSAGE_TYPES.map((value) => ({ value, label: t(`messages.types.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          void navigate({
            to: '/settings/$section',
            params: { section: 'invite-messages' },
            search: { messages: MESSAGE_TYPES.find((one) => one === value) },
          })
        }
      />
      <Stack component="ol" gap="xs" className="plainList">
        {messages?.map((message) => (
          <li key={message.id}>
            <MessageRow message={message} isDefault={message.updatedAt === viewer?.user.createdAt} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
