import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../formats.ts'
import { Ago } from '../Ago.tsx'
import { type JamDates, nextPhase } from './dates.ts'

/** What comes next in a jam, and how soon; of one that is over, when it ended. */
export function NextPhase({ jam }: { readonly jam: JamDates }) {
  const { t, i18n } = useTranslation('jams')
  const next = nextPhase(jam)
  if (next)
    return (
      <Text size="xs" c="dimmed" component="div">
        {t(`next.${next.phase}`)} <Ago time={next.at} inherit />
      </Text>
    )
  if (jam.state !== 'CLOSED' || !jam.closedAt) return null
  return (
    <Text size="xs" c="dimmed">
      {t('ended', { day: formatDate(i18n.language, jam.closedAt) })}
    </Text>
  )
}
