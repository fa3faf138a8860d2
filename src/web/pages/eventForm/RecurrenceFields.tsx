import { Chip, Group, Input, NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { firstWeekday, formatWeekday, timeOfLocal } from '../../components/events/eventTimes.ts'
import { useRecurrenceText, weekdayIn, weekdayNumber, weekdaysFrom } from '../../components/events/recurrence.ts'
import { fieldPath } from '../../graph/fieldPath.ts'
import type { EventFieldsProps } from './EventFields.tsx'
import { ENDS, type EventValues, FREQUENCIES, recurrenceOf } from './values.ts'

interface RecurrenceFieldsProps extends Pick<EventFieldsProps, 'form'> {
  /** Whether it need not repeat. */
  readonly canBeOnce: boolean
}

/** How an event repeats, and until when. */
export function RecurrenceFields({ form, canBeOnce }: RecurrenceFieldsProps) {
  const { t } = useTranslation('calendar')
  const { recurrence } = form.values
  const isRepeated = recurrence.frequency !== 'NONE'
  const choices = FREQUENCIES.filter((one) => canBeOnce || one !== 'NONE')
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.frequency')}
          data={choices.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
          {...form.getInputProps('recurrence.frequency')}
        />
        {recurrence.frequency !== 'NONE' && (
          <NumberInput
            label={t('fields.interval')}
            description={t(`units.${recurrence.frequency}`, { count: recurrence.interval })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={99}
            allowDecimal={false}
            {...form.getInputProps('recurrence.interval')}
          />
        )}
      </SimpleGrid>
      {recurrence.frequency === 'WEEKLY' && <DaysOfWeek form={form} />}
      {isRepeated && <EndFields form={form} />}
      {isRepeated && <Summary values={form.values} />}
    </Stack>
  )
}

function EndFields({ form }: Pick<EventFieldsProps, 'form'>) {
  const { t } = useTranslation('calendar')
  const { end, until } = form.values.recurrence
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('fields.end')}
        data={ENDS.map((value) => ({ value, label: t(`ends.${value}`) }))}
        {...form.getInputProps('recurrence.end')}
      />
      {end === 'count' && (
        <NumberInput
          label={t('fields.count')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('recurrence.count')}
        />
      )}
      {end === 'until' && (
        <TextInput
          type="date"
          label={t('fields.until')}
          withAsterisk
          {...form.getInputProps('recurrence.until')}
          value={until.slice(0, 10)}
        />
      )}
    </SimpleGrid>
  )
}

/** The day of the start is always one of them. */
function DaysOfWeek({ form }: Pick<EventFieldsProps, 'form'>) {
  const { t, i18n } = useTranslation('calendar')
  const id = useId()
  const { startsAt, zone, recurrence } = form.values
  const start = timeOfLocal(startsAt, zone)
  const ofStart = start && weekdayIn(start, zone)
  const field = form.getInputProps('recurrence.daysOfWeek')
  return (
    <Input.Wrapper
      label={t('fields.daysOfWeek')}
      labelElement="div"
      labelProps={{ id }}
      error={field.error}
      {...fieldPath(field)}
    >
      <Group gap={6} mt={4} role="group" aria-labelledby={id}>
        <Chip.Group
          multiple
          value={[...new Set(ofStart ? [...recurrence.daysOfWeek, ofStart] : recurrence.daysOfWeek)]}
          onChange={field.onChange}
        >
          {weekdaysFrom(firstWeekday(i18n.language)).map((day) => (
            <Chip key={day} value={day} size="xs" disabled={day === ofStart}>
              {formatWeekday(i18n.language, weekdayNumber(day), 'short')}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </Input.Wrapper>
  )
}

const MONDAY = 1

/** The rule in words. */
function Summary({ values }: { readonly values: EventValues }) {
  const recurrenceText = useRecurrenceText()
  const start = timeOfLocal(values.startsAt, values.zone)
  const rule = recurrenceOf(values)
  if (!start || !rule || !(rule.interval > 0)) return null
  const days = weekdaysFrom(MONDAY).filter((day) => rule.daysOfWeek?.includes(day))
  const recurrence = { ...rule, daysOfWeek: days }
  return (
    <Text size="sm" aria-live="polite">
      {recurrenceText({ startsAt: start.toISOString(), recurrence })}
    </Text>
  )
}
