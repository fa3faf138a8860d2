import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InviteMessageType } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { INVITE_MYSELF_TO } from '../instances/documents.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { INVITE_ANSWERS, RESPOND_INVITE } from './documents.ts'

export const INVITE_ACTS = graphql(`
  fragment InviteActs on Notification {
    id
    type
    invite {
      instance {
        id
        viewerCanEnter
      }
    }
  }
`)

/** Join where one is invited to, and answer an invite, or a request for one, by one's own messages. */
export function InviteActs({ notification }: { readonly notification: FragmentType<typeof INVITE_ACTS> }) {
  const { id, type, invite } = getFragmentData(INVITE_ACTS, notification)
  const instance = invite?.instance
  return (
    <>
      {type === 'INVITE' && instance?.viewerCanEnter && <JoinButton location={instance.id} />}
      {type === 'INVITE' && <AnswerMenu notificationId={id} type="RESPONSE" />}
      {type === 'REQUEST_INVITE' && <AnswerMenu notificationId={id} type="REQUEST_RESPONSE" />}
    </>
  )
}

function JoinButton({ location }: { readonly location: string }) {
  const { t } = useTranslation(['places', 'common'])
  const join = useAct(INVITE_MYSELF_TO)
  const send = async () => {
    if (await join.act({ input: { location } })) notifications.show({ message: t('common:acts.joinDone') })
  }
  return (
    <Button size="compact-sm" loading={join.isBusy} onClick={() => void send()}>
      {t('join')}
    </Button>
  )
}

interface AnswerMenuProps {
  readonly notificationId: string
  readonly type: InviteMessageType
}

function AnswerMenu({ notificationId, type }: AnswerMenuProps) {
  const { t } = useTranslation('notifications')
  const { data, refusal, reload } = usePanel(INVITE_ANSWERS, { type })
  const respond = useAct(RESPOND_INVITE)
  const answer = (responseSlot: number) => void respond.act({ input: { notificationId, responseSlot } })
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={respond.isBusy}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('answer')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
        {data?.viewer?.inviteMessages.map(({ id, slot, message }) => (
          <Menu.Item key={id} onClick={() => answer(slot)}>
            {message}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
