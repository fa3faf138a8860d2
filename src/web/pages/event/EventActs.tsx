import type { ApolloCache } from '@apollo/client'
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import {
  IconCheck,
  IconDownload,
  IconFlag,
  IconLink,
  IconRss,
  IconShare3,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { openReportDialog } from '../../components/report/openReportDialog.tsx'
import { formatNumber } from '../../formats.ts'
import type { EventInterestFragment, EventPageFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { EVENT_INTEREST, FOLLOW_EVENT } from './documents.ts'
import { ManageMenu } from './ManageMenu.tsx'

interface EventActsProps {
  readonly event: EventPageFragment
}

/** Interest, sharing, reporting, and for managers changing. */
export function EventActs({ event }: EventActsProps) {
  const { t, i18n } = useTranslation('calendar')
  const { interestedUserCount: count, viewerInterest } = getFragmentData(EVENT_INTEREST, event)
  const { group } = event
  return (
    <Stack gap="xs" mt="auto">
      <Text size="sm" aria-live="polite">
        {t('interested', { count, number: formatNumber(i18n.language, count) })}
      </Text>
      <Group gap="xs">
        <FollowButtons event={event} />
        <ShareMenu event={event} />
        {(event.viewerCanUpdate || event.viewerCanDelete) && <ManageMenu event={event} />}
        {group.viewerCanReport && (
          <Button
            variant="default"
            leftSection={<IconFlag size={18} aria-hidden />}
            onClick={() => openReportDialog({ type: 'group', contentId: group.id, name: group.name })}
          >
            {t('acts.report')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {viewerInterest.isFollowing ? t('reminder.following') : t('reminder.hint')}
      </Text>
    </Stack>
  )
}

/** Follows an event, and for a date also all dates of its series. */
function FollowButtons({ event }: EventActsProps) {
  const { t } = useTranslation('calendar')
  const interest = getFragmentData(EVENT_INTEREST, event)
  const { series } = interest
  const single = { id: event.id, isFollowing: interest.viewerInterest.isFollowing }
  const texts = event.kind === 'SINGLE' ? 'single' : 'date'
  return (
    <>
      <FollowButton
        {...single}
        shown={interest}
        text={t(event.kind === 'SERIES' ? 'follow.series' : `follow.${texts}`)}
      />
      {series && (
        <FollowButton
          id={series.id}
          isFollowing={series.viewerInterest.isFollowing}
          shown={interest}
          text={t('follow.series')}
          isSecondary
        />
      )}
    </>
  )
}

interface FollowButtonProps {
  /** Of the event or series. */
  readonly id: string
  readonly isFollowing: boolean
  /** The event that is on screen. */
  readonly shown: EventInterestFragment
  readonly text: string
  readonly isSecondary?: boolean
}

function FollowButton({ id, isFollowing, shown, text, isSecondary = false }: FollowButtonProps) {
  const follow = useAct(FOLLOW_EVENT)
  const toggle = () =>
    void follow.act({ input: { eventId: id, isFollowing: !isFollowing }, shown: shown.id }, (cache) =>
      guessInterest(cache, id, !isFollowing),
    )
  const Icon = isFollowing ? IconStarFilled : IconStar
  const unpressed = isSecondary ? 'default' : 'filled'
  return (
    <Button
      variant={isFollowing ? 'light' : unpressed}
      aria-pressed={isFollowing}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={toggle}
    >
      {text}
    </Button>
  )
}

/** What following will lead to. */
const guessInterest = (cache: ApolloCache, id: string, isFollowing: boolean) =>
  cache.modify({
    id: `CalendarEvent:${id}`,
    fields: {
      interestedUserCount: (count) => Number(count) + (isFollowing ? 1 : -1),
      viewerInterest: (interest) => ({ ...Object(interest), isFollowing }),
    },
  })

function ShareMenu({ event }: EventActsProps) {
  const { t } = useTranslation('calendar')
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare3 size={18} aria-hidden />}>
          {t('acts.share')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyItem value={location.href} text={t('acts.copyLink')} icon={<IconLink size={16} aria-hidden />} />
        <Menu.Item
          component="a"
          href={ownUrl(event.icsUrl)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('acts.download')}
        </Menu.Item>
        <CopyItem value={event.icsUrl} text={t('acts.copyFeed')} icon={<IconRss size={16} aria-hidden />} />
        <Menu.Label>{t('acts.feedHint')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

interface CopyItemProps {
  readonly value: string
  readonly text: string
  readonly icon: React.ReactNode
}

function CopyItem({ value, text, icon }: CopyItemProps) {
  const { t } = useTranslation('calendar')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : icon}
          onClick={copy}
        >
          {copied ? t('acts.copied') : text}
        </Menu.Item>
      )}
    </CopyButton>
  )
}
