import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NotificationResponseType } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { AppealAct } from './AppealAct.tsx'
import { RESPOND_NOTIFICATION } from './documents.ts'
import { FriendRequestActs } from './FriendRequestActs.tsx'
import { InviteActs } from './InviteActs.tsx'
import { ReplyAct } from './ReplyAct.tsx'

export const NOTIFICATION_ACTS = graphql(`
  fragment NotificationActs on Notification {
    id
    type
    respondedAt
    viewerCanReply
    responses {
      type
      data
    }
    friendRequest {
      id
    }
    sanction {
      id
      ...AppealAct
    }
    ...InviteActs
  }
`)

/** The answers of a notification as buttons. */
export function NotificationActs({ notification }: { readonly notification: FragmentType<typeof NOTIFICATION_ACTS> }) {
  const data = getFragmentData(NOTIFICATION_ACTS, notification)
  const { id, respondedAt, friendRequest, sanction, viewerCanReply } = data
  return (
    <Group gap="xs">
      {friendRequest && <FriendRequestActs friendRequestId={friendRequest.id} notificationId={id} />}
      {!respondedAt && <InviteActs notification={data} />}
      {!respondedAt && <ResponseButtons notificationId={id} responses={data.responses} />}
      {sanction && <AppealAct sanction={sanction} />}
      {viewerCanReply && <ReplyAct notificationId={id} />}
    </Group>
  )
}

interface ResponseButtonsProps {
  readonly notificationId: string
  readonly responses: readonly { readonly type: NotificationResponseType; readonly data: string }[]
}

function ResponseButtons({ notificationId, responses }: ResponseButtonsProps) {
  const { t } = useTranslation('notifications')
  const respond = useAct(RESPOND_NOTIFICATION)
  // To delete is offered for every notification.
  const offered = responses.filter(({ type }) => type !== 'DELETE')
  return offered.map(({ type, data }) => (
    <Button
      key={`${type} ${data}`}
      size="compact-sm"
      variant={type === 'ACCEPT' ? 'filled' : 'default'}
      loading={respond.isBusy}
      onClick={() => void respond.act({ input: { notificationId, responseType: type, responseData: data } })}
    >
      {t(`responses.${type}`)}
    </Button>
  ))
}
