import { Button, Group, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GroupStandingFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { RouteLink } from '../RouteLink.tsx'
import { GROUP_STANDING } from './membership.ts'
import { useMembershipActs } from './useMembershipActs.ts'

interface MembershipButtonsProps {
  readonly group: FragmentType<typeof GROUP_STANDING>
  /** Id of the viewer's user. */
  readonly viewerId: string
  readonly size?: 'xs' | 'sm'
}

type Act = 'join' | 'ask' | 'cancel' | 'accept' | 'decline' | 'unblock'

/** What comes next between the viewer and a group: joining, asking, answering an invite, taking a request back. */
export function MembershipButtons({ group, viewerId, size = 'sm' }: MembershipButtonsProps) {
  const { t } = useTranslation('groups')
  const data = getFragmentData(GROUP_STANDING, group)
  const acts = useMembershipActs(data, viewerId)
  const button = (act: Act, run: () => void, isFirst = false) => (
    <Button
      key={act}
      size={size}
      variant={isFirst ? 'filled' : 'default'}
      loading={acts.isBusy}
      aria-label={t('acts.of', { act: t(`acts.${act}`), name: data.name })}
      leftSection={isFirst && <IconUserPlus size={16} aria-hidden />}
      onClick={run}
    >
      {t(`acts.${act}`)}
    </Button>
  )
  const buttons = {
    MEMBER: [],
    BANNED: [],
    INACTIVE: data.viewerCanJoin ? [button(data.joinState === 'REQUEST' ? 'ask' : 'join', acts.join, true)] : [],
    REQUESTED: [button('cancel', acts.cancel)],
    INVITED: [button('accept', acts.join, true), button('decline', acts.decline)],
    USER_BLOCKED: [button('unblock', acts.unblock)],
  }[data.viewerStatus]
  return (
    <Group gap="xs" aria-live="polite">
      <StandingText data={data} />
      {buttons}
    </Group>
  )
}

/** Says what stands between the viewer and the group where buttons alone would not. */
function StandingText({ data }: { readonly data: GroupStandingFragment }) {
  const { t } = useTranslation('groups')
  const text = standingTextOf(data)
  const inviter = data.viewerMembership?.invitedBy
  if (!text) return null
  return (
    <Text size="sm" c={data.viewerStatus === 'BANNED' ? 'var(--mantine-color-error)' : 'dimmed'}>
      {text === 'INVITED_BY' && inviter ? (
        <RouteLink to="/people/$personId" params={{ personId: inviter.id }} inherit>
          {t('standingTexts.INVITED_BY', { name: inviter.displayName })}
        </RouteLink>
      ) : (
        t(`standingTexts.${text}`, { name: '' })
      )}
    </Text>
  )
}

function standingTextOf({ viewerStatus, viewerCanJoin, joinState, viewerMembership }: GroupStandingFragment) {
  if (viewerStatus === 'REQUESTED' || viewerStatus === 'BANNED' || viewerStatus === 'USER_BLOCKED') return viewerStatus
  if (viewerStatus === 'INVITED') return viewerMembership?.invitedBy ? 'INVITED_BY' : 'INVITED'
  if (viewerStatus === 'MEMBER' || viewerCanJoin) return null
  if (joinState === 'CLOSED' || joinState === 'INVITE') return joinState
  return 'REQUEST_BLOCKED'
}
