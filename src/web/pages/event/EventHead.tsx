import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { IconClock, IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailHead } from '../../components/DetailHead.tsx'
import { EventBadges } from '../../components/events/EventRow.tsx'
import { formatSpan, formatZone, ownZone, showsSameTime } from '../../components/events/eventTimes.ts'
import { useRecurrenceText } from '../../components/events/recurrence.ts'
import type { EventPageFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { EVENT_INTEREST } from './documents.ts'
import { EventActs } from './EventActs.tsx'
import './event.css'

interface EventHeadProps {
  readonly event: EventPageFragment
}

/** Picture, title, when it is, and what one can do. */
export function EventHead({ event }: EventHeadProps) {
  const { t } = useTranslation('calendar')
  const { viewerInterest } = getFragmentData(EVENT_INTEREST, event)
  return (
    <DetailHead pictureUrl={event.imageUrl ?? event.group.bannerUrl}>
      <Group gap="xs">
        <Title order={1} size="h2">
          {event.title}
        </Title>
        {event.kind !== 'SERIES' && <EventBadges event={{ ...event, viewerInterest }} />}
        {event.isFeatured && (
          <Badge color="yellow" variant="light">
            {t('badges.featured')}
          </Badge>
        )}
        {event.access === 'GROUP' && (
          <Badge color="gray" variant="light">
            {t('badges.group')}
          </Badge>
        )}
      </Group>
      <When event={event} />
      <EventActs event={event} />
    </DetailHead>
  )
}

/** The times in the person's own zone and in that of the event, and how it repeats. */
function When({ event }: EventHeadProps) {
  const { t, i18n } = useTranslation('calendar')
  const recurrenceText = useRecurrenceText()
  const { startsAt, recurrence, kind, isException } = event
  const own = ownZone()
  const zone = recurrence?.timezone ?? own
  return (
    <Stack gap={4}>
      <Line icon={<IconClock size={18} className="lineIcon" aria-hidden />}>
        <time dateTime={startsAt}>{formatSpan(i18n.language, event)}</time>{' '}
        <Text span size="xs" c="dimmed">
          {formatZone(i18n.language, own, startsAt)}
        </Text>
        {!showsSameTime(own, zone, startsAt) && (
          <Text size="sm" c="dimmed">
            {t('when.there', {
              time: formatSpan(i18n.language, event, zone),
              zone: formatZone(i18n.language, zone, startsAt),
            })}
          </Text>
        )}
        {kind === 'SERIES' && (
          <Text size="xs" c="dimmed">
            {t('when.first')}
          </Text>
        )}
        {isException && (
          <Text size="xs" c="dimmed">
            {t('when.exception')}
          </Text>
        )}
      </Line>
      {recurrence && (
        <Line icon={<IconRepeat size={18} className="lineIcon" aria-hidden />}>{recurrenceText(event)}</Line>
      )}
    </Stack>
  )
}

const Line = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <Group gap="xs" wrap="nowrap" align="start">
    {icon}
    <Box miw={0} fz="sm">
      {children}
    </Box>
  </Group>
)
