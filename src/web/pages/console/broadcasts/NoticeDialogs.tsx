import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ConsoleNoticeFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CREATE_NOTICE, UPDATE_NOTICE } from './documents.ts'
import { NoticeFields } from './NoticeFields.tsx'
import { isForAll, NEW_NOTICE, type NoticeValues, noticeInputOf, noticeValuesOf } from './noticeValues.ts'

interface NewNoticeProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Writes a new notice. */
export function NewNotice({ onClose, onDone }: NewNoticeProps) {
  const { t } = useTranslation(['broadcasts', 'common'])
  const create = useAct(CREATE_NOTICE)
  const ask = useAskForAll()
  const { form, refusal, isBusy, onSubmit } = useGraphForm<NoticeValues>(
    { name: 'new-notice', mode: 'controlled', initialValues: NEW_NOTICE },
    async ({ slug, ...values }) => {
      const data = {}
      await create.attempt({ input: { data, ...noticeInputOf(values, null), slug } })
      notifications.show({ message: t('notice.created') })
      onDone()
      onClose()
    },
    ask,
  )
  return (
    <Dialog title={t('notice.new')} onClose={onClose} isBusy={isBusy} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TextInput
            label={t('notice.slug')}
            description={t('notice.slugHint')}
            required
            data-autofocus
            {...form.getInputProps('slug')}
          />
          <NoticeFields form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('notice.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface EditNoticeProps extends NewNoticeProps {
  /** Undefined once it is gone. */
  readonly notice: ConsoleNoticeFragment | undefined
}

/** Changes a notice, as long as nobody else deletes it. */
export function EditNotice({ notice, onClose, onDone }: EditNoticeProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Dialog title={t('notice.edit', { slug: notice?.slug ?? '' })} onClose={onClose} size="lg">
      {notice ? (
        <NoticeForm notice={notice} onClose={onClose} onDone={onDone} />
      ) : (
        <Text size="sm" role="status">
          {t('notice.gone')}
        </Text>
      )}
    </Dialog>
  )
}

const LABELS = ['priority', 'tags', 'startsAt', 'endsAt', 'releaseStatus', 'isEnabled'] as const

function NoticeForm({ notice, onClose, onDone }: NewNoticeProps & { readonly notice: ConsoleNoticeFragment }) {
  const { t } = useTranslation('broadcasts')
  const update = useAct(UPDATE_NOTICE)
  const ask = useAskForAll()
  const edit = useEditForm<NoticeValues>(
    { name: 'notice', current: noticeValuesOf(notice), updatedAt: notice.updatedAt, ask },
    async (changes, guard) => {
      await update.attempt({ input: { infoPushId: notice.id, ...noticeInputOf(changes, notice), ...guard } })
      onDone()
    },
  )
  const labelOf = (field: keyof NoticeValues) => {
    const label = LABELS.find((one) => one === field)
    return t(label ? `notice.${label}` : 'notice.content')
  }
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <NoticeFields form={edit.form} />
        <EditFormFooter edit={edit} labelOf={labelOf} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** Asks before everybody sees something. */
function useAskForAll() {
  const { t } = useTranslation('broadcasts')
  return async (values: NoticeValues): Promise<boolean> =>
    !isForAll(values) ||
    askFirst({
      title: t('notice.askTitle'),
      text: t(values.startsAt === '' ? 'notice.askNow' : 'notice.askLater'),
      confirm: t('notice.askConfirm'),
      cancel: t('notice.askCancel'),
    })
}
