import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatSpan, formatZone, ownZone, timeOfLocal, zoneNames } from '../../components/events/eventTimes.ts'
import { fieldPath } from '../../graph/fieldPath.ts'
import type { EventFieldsProps } from './EventFields.tsx'
import { type EventValues, timesOf } from './values.ts'

/** Start and end on the wall clock of a zone, and what that means in the person's own. */
export function TimeFields({ form }: Pick<EventFieldsProps, 'form'>) {
  const { t } = useTranslation('calendar')
  const { startsAt, endsAt, zone } = form.values
  // The name of the zone in what is sent.
  const timezone = form.getInputProps('recurrence.timezone')
  const moveStart = (value: string) => {
    const [before, start, end] = [startsAt, value, endsAt].map((local) => timeOfLocal(local, 'UTC')?.getTime())
    form.setFieldValue('startsAt', value)
    // The end moves along, so that it stays after the start.
    if (before && start && end && end > before)
      form.setFieldValue('endsAt', new Date(start + end - before).toISOString().slice(0, 16))
  }
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="datetime-local"
          label={t('fields.startsAt')}
          withAsterisk
          {...form.getInputProps('startsAt')}
          onChange={({ currentTarget: { value } }) => moveStart(value)}
        />
        <TextInput type="datetime-local" label={t('fields.endsAt')} withAsterisk {...form.getInputProps('endsAt')} />
      </SimpleGrid>
      <Select
        label={t('fields.zone')}
        description={t('fields.zoneHint')}
        data={zoneNames(zone)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('fields.noZone')}
        {...form.getInputProps('zone')}
        error={timezone.error}
        {...fieldPath(timezone)}
      />
      {zone !== ownZone() && <OwnTimes startsAt={startsAt} endsAt={endsAt} zone={zone} />}
    </Stack>
  )
}

/** What the times are in the person's own zone. */
function OwnTimes(values: Pick<EventValues, 'startsAt' | 'endsAt' | 'zone'>) {
  const { t, i18n } = useTranslation('calendar')
  const times = timesOf(values)
  if (!times.startsAt || !times.endsAt || times.endsAt < times.startsAt) return null
  const own = formatZone(i18n.language, ownZone(), times.startsAt)
  return (
    <Text size="xs" c="dimmed">
      {t('fields.ownTimes', { time: formatSpan(i18n.language, times), zone: own })}
    </Text>
  )
}
