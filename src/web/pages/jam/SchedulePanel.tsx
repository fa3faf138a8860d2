import { Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { nextPhase, PHASES, phaseIndex } from '../../components/jams/dates.ts'
import { Panel } from '../../components/Panel.tsx'
import { formatDateTime } from '../../formats.ts'
import type { JamPageFragment } from '../../generated/graphql.ts'

/** The phases that a jam has had or will have: one that was closed early skips those that were planned. */
function phasesOf(jam: JamPageFragment) {
  const end = jam.state === 'CLOSED' && jam.closedAt ? Date.parse(jam.closedAt) : Number.POSITIVE_INFINITY
  return PHASES.map(([phase, field]) => ({ phase, at: jam[field] ?? null })).filter(
    ({ phase, at }) => phase === 'CLOSED' || end === Number.POSITIVE_INFINITY || (at && Date.parse(at) <= end),
  )
}

/** When what happens, in the zone of the person, and where the jam is now. */
export function SchedulePanel({ jam }: { readonly jam: JamPageFragment }) {
  const { t, i18n } = useTranslation('jams')
  const next = nextPhase(jam)
  const now = phaseIndex(jam.state)
  const phases = phasesOf(jam)
  const active = phases.filter(({ phase }) => phaseIndex(phase) <= now).length - 1
  return (
    <Panel title={t('schedule.title')}>
      <Timeline active={active} bulletSize={18} lineWidth={2}>
        {phases.map(({ phase, at }) => (
          <Timeline.Item
            key={phase}
            title={t(`schedule.${phase}`)}
            {...(phase === jam.state && { 'aria-current': 'step' as const })}
          >
            <Text size="sm" component="div">
              {at ? formatDateTime(i18n.language, at) : t('schedule.open')}
              {next?.phase === phase && (
                <>
                  {' · '}
                  <Ago time={next.at} inherit />
                </>
              )}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <Text size="xs" c="dimmed">
        {t('schedule.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </Text>
    </Panel>
  )
}
