import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCalendarX, IconPencil, IconSettings } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { formatStart } from '../../components/events/eventTimes.ts'
import type { EventPageFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { DELETE_EVENT } from './documents.ts'

const KINDS = { SINGLE: 'single', OCCURRENCE: 'date', SERIES: 'series' } as const

/** Cancels an event, a date or a whole series, which is asked first, and leaves its page. */
function useCancellation({ title, startsAt }: EventPageFragment) {
  const { t, i18n } = useTranslation('calendar')
  const navigate = useNavigate()
  const remove = useAct(DELETE_EVENT)
  const cancel = async (eventId: string, what: (typeof KINDS)[keyof typeof KINDS]) => {
    const values = { title, time: formatStart(i18n.language, startsAt) }
    const isWanted = await askFirst({
      title: t(`cancel.${what}.title`, values),
      text: t(`cancel.${what}.text`, values),
      confirm: t(`cancel.${what}.confirm`),
      cancel: t('cancel.keep'),
    })
    if (!isWanted || !(await remove.act({ input: { eventId } }))) return
    notifications.show({ message: t('cancel.done', { title }) })
    void navigate({ to: '/calendar' })
  }
  return { cancel, isBusy: remove.isBusy }
}

/** Changing and cancelling an event; of a date also its series. */
export function ManageMenu({ event }: { readonly event: EventPageFragment }) {
  const { t } = useTranslation('calendar')
  const { series, viewerCanUpdate, viewerCanDelete } = event
  const navigate = useNavigate()
  const { cancel, isBusy } = useCancellation(event)
  const kind = KINDS[event.kind]
  const edit = (eventId: string) => void navigate({ to: '/calendar/$eventId/edit', params: { eventId } })
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconSettings size={18} aria-hidden />} loading={isBusy}>
          {t('acts.manage')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {viewerCanUpdate && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(event.id)}>
            {t(`edit.${kind}`)}
          </Menu.Item>
        )}
        {series?.viewerCanUpdate && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(series.id)}>
            {t('edit.series')}
          </Menu.Item>
        )}
        {viewerCanUpdate && viewerCanDelete && <Menu.Divider />}
        {viewerCanDelete && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconCalendarX size={16} aria-hidden />}
            onClick={() => void cancel(event.id, kind)}
          >
            {t(`cancel.${kind}.act`)}
          </Menu.Item>
        )}
        {series?.viewerCanDelete && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconCalendarX size={16} aria-hidden />}
            onClick={() => void cancel(series.id, 'series')}
          >
            {t('cancel.series.act')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
