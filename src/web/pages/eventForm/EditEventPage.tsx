import { Alert, Skeleton, Stack, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { EditedEventFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { EDIT_EVENT, EDIT_EVENT_CHANGES, EDITED_EVENT, EVENT_FORM_GROUP, UPDATE_EVENT } from './documents.ts'
import { EventFields } from './EventFields.tsx'
import { useEventPicture } from './useEventPicture.ts'
import { changesOf, type EventValues, valuesOf } from './values.ts'

/** Changes an event, one date of a series, or a series. */
export function EditEventPage() {
  const { t } = useTranslation('calendar')
  const { eventId } = useParams({ from: '/shell/calendar/$eventId/edit' })
  const { data, refusal, reload } = usePanel(EDIT_EVENT, { eventId })
  const event = getFragmentData(EDITED_EVENT, data?.calendarEvent)
  useLive(EDIT_EVENT_CHANGES, event ? { groupId: event.group.id } : null, ({ calendarChanged }) => {
    if (calendarChanged.eventId === eventId && !calendarChanged.calendarEvent) reload()
  })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  // Who may not change it finds nothing here.
  if (data && !event?.viewerCanUpdate) return <NotFoundPage />
  return (
    <Stack gap="md" maw={760}>
      <PageTitle>{event ? t('edit.pageTitle', { title: event.title }) : 'Plaza'}</PageTitle>
      {event ? <EditEventForm key={event.id} event={event} /> : <Skeleton h={420} radius="lg" aria-hidden />}
    </Stack>
  )
}

interface EditEventFormProps {
  readonly event: EditedEventFragment
}

const KINDS = { SINGLE: 'single', OCCURRENCE: 'date', SERIES: 'series' } as const

function EditEventForm({ event }: EditEventFormProps) {
  const { t } = useTranslation('calendar')
  const navigate = useNavigate()
  const update = useAct(UPDATE_EVENT)
  const pictureOf = useEventPicture()
  const group = getFragmentData(EVENT_FORM_GROUP, event.group)
  const current = valuesOf(event)
  const options = { name: 'event', current, updatedAt: event.updatedAt }
  const edit = useEditForm<EventValues>(options, async (changes, guard) => {
    const picture = await pictureOf(changes.imageId ?? '')
    const input = { eventId: event.id, ...changesOf({ ...current, ...changes }, changes), ...picture, ...guard }
    await update.attempt({ input })
    await navigate({ to: '/calendar/$eventId', params: { eventId: event.id } })
  })
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <Title order={1} size="h2">
          {t(`edit.${KINDS[event.kind]}`)}
        </Title>
        <Scope event={event} />
        <EventFields form={edit.form} group={group} kind={event.kind} pictureUrl={event.imageUrl ?? null} />
        <EditFormFooter
          edit={edit}
          labelOf={(field) => t(`fields.${field}`)}
          onCancel={() => void navigate({ to: '/calendar/$eventId', params: { eventId: event.id } })}
        />
      </Stack>
    </form>
  )
}

/** What a change reaches. */
function Scope({ event: { kind, series } }: Pick<EditEventFormProps, 'event'>) {
  const { t } = useTranslation('calendar')
  if (kind === 'SINGLE') return null
  return (
    <Alert color="plaza" variant="light" title={t(`reach.${KINDS[kind]}`)}>
      {series && (
        <RouteLink to="/calendar/$eventId/edit" params={{ eventId: series.id }} size="sm">
          {t('edit.series')}
        </RouteLink>
      )}
    </Alert>
  )
}
