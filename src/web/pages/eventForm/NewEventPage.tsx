import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { calendarGroupsOf } from '../../components/events/calendarGroups.ts'
import { PageHead } from '../../components/PageHead.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton, RouteLink } from '../../components/RouteLink.tsx'
import type { EventFormGroupFragment, NewEventQuery } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { CREATE_EVENT, EVENT_FORM_GROUP, NEW_EVENT } from './documents.ts'
import { EventFields } from './EventFields.tsx'
import { useEventPicture } from './useEventPicture.ts'
import { type EventValues, newValues, recurrenceOf, timesOf } from './values.ts'

/** A new event of a group, which the address names or the person chooses. */
export function NewEventPage() {
  const { t } = useTranslation('calendar')
  const { group: groupId } = useSearch({ from: '/shell/calendar/new' })
  const variables = { groupId: groupId ?? '', hasGroup: groupId !== undefined }
  const { data, refusal, reload } = usePanel(NEW_EVENT, variables)
  const group = getFragmentData(EVENT_FORM_GROUP, data?.group)
  return (
    <Stack gap="md" maw={760}>
      <PageHead title={t('newEvent.title')} windowTitle={t('newEvent.pageTitle')} />
      {refusal && !data && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!data && !refusal && <Skeleton h={420} radius="lg" aria-hidden />}
      {data && <GroupSelect data={data} groupId={groupId} />}
      {group?.viewerCanManageCalendar && <NewEventForm key={group.id} group={group} />}
    </Stack>
  )
}

interface GroupSelectProps {
  readonly data: NewEventQuery
  /** In the address. */
  readonly groupId: string | undefined
}

/** The groups in which the person may create events. */
function GroupSelect({ data, groupId }: GroupSelectProps) {
  const { t } = useTranslation('calendar')
  const navigate = useNavigate({ from: '/calendar/new' })
  const groups = calendarGroupsOf(data.viewer)
  const isForbidden = groupId !== undefined && !groups.some(({ id }) => id === groupId)
  if (groups.length === 0)
    return (
      <Text>
        {t('newEvent.noGroup')}{' '}
        <RouteLink to="/groups" inherit>
          {t('newEvent.groups')}
        </RouteLink>
      </Text>
    )
  const choices = groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <NativeSelect
      label={t('newEvent.group')}
      withAsterisk
      value={isForbidden ? '' : (groupId ?? '')}
      error={isForbidden && t('newEvent.forbidden')}
      data={[{ value: '', label: t('newEvent.choose'), disabled: true }, ...choices]}
      onChange={({ currentTarget: { value } }) => void navigate({ search: { group: value }, replace: true })}
    />
  )
}

interface NewEventFormProps {
  readonly group: EventFormGroupFragment
}

function NewEventForm({ group }: NewEventFormProps) {
  const { t } = useTranslation(['calendar', 'common'])
  const navigate = useNavigate()
  const create = useAct(CREATE_EVENT)
  const pictureOf = useEventPicture()
  const options = { name: 'new-event', mode: 'controlled' as const, initialValues: newValues() }
  const { form, refusal, isBusy, onSubmit } = useGraphForm<EventValues>(options, async (values) => {
    const { zone: _zone, imageId, recurrence: _recurrence, ...plain } = values
    const recurrence = recurrenceOf(values)
    const picture = await pictureOf(imageId)
    const input = { groupId: group.id, ...plain, ...timesOf(values), ...picture, ...(recurrence && { recurrence }) }
    const { calendarEvent: made } = (await create.attempt({ input })).createGroupCalendarEvent
    notifications.show({ message: t('newEvent.done') })
    await navigate({ to: '/calendar/$eventId', params: { eventId: made.id } })
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <EventFields form={form} group={group} kind="NEW" pictureUrl={null} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t('newEvent.submit')}
          </Button>
          <RouteButton to="/calendar" variant="subtle" color="gray">
            {t('common:cancel')}
          </RouteButton>
        </Group>
      </Stack>
    </form>
  )
}
