import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { CannedReasonKind, ConsoleReasonFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { CREATE_REASON, UPDATE_REASON } from './documents.ts'
import { REASON_KINDS } from './search.ts'

interface TextValues extends Record<string, unknown> {
  readonly title: string
  readonly text: string
}

interface NewValues extends TextValues {
  readonly kind: CannedReasonKind
}

interface NewReasonProps {
  /** What it is for at first. */
  readonly kind: CannedReasonKind
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Writes a text that the staff can choose. */
export function NewReason({ kind, onClose, onDone }: NewReasonProps) {
  const { t } = useTranslation(['configuration', 'common'])
  const create = useAct(CREATE_REASON)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<NewValues>(
    { name: 'new-reason', mode: 'controlled', initialValues: { kind, title: '', text: '' } },
    async (values) => {
      await create.attempt({ input: { kind: values.kind, title: values.title, text: values.text } })
      notifications.show({ message: t('reasons.created') })
      onDone()
      onClose()
    },
  )
  return (
    <Dialog title={t('reasons.new')} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <NativeSelect
            label={t('reasons.kind')}
            data={REASON_KINDS.map((value) => ({ value, label: t(`reasons.kinds.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          <TextFields form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface EditReasonProps {
  /** Undefined once it is gone. */
  readonly reason: ConsoleReasonFragment | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Changes a text that the staff can choose, as long as nobody else deletes it. */
export function EditReason({ reason, onClose, onDone }: EditReasonProps) {
  const { t } = useTranslation('configuration')
  return (
    <Dialog title={reason?.title ?? t('reasons.label')} onClose={onClose}>
      {reason ? (
        <EditForm reason={reason} onClose={onClose} onDone={onDone} />
      ) : (
        <Text size="sm" role="status">
          {t('reasons.gone')}
        </Text>
      )}
    </Dialog>
  )
}

function EditForm({ reason, onClose, onDone }: EditReasonProps & { readonly reason: ConsoleReasonFragment }) {
  const { t } = useTranslation('configuration')
  const update = useAct(UPDATE_REASON)
  const { id: cannedReasonId, title, text, updatedAt } = reason
  const edit = useEditForm<TextValues>(
    { name: 'reason', current: { title, text }, updatedAt },
    async (changes, guard) => {
      await update.attempt({ input: { cannedReasonId, ...changes, ...guard } })
      onDone()
    },
  )
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <TextFields form={edit.form} />
        <EditFormFooter
          edit={edit}
          labelOf={(field) => t(field === 'title' ? 'reasons.title' : 'reasons.text')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

function TextFields<Values extends TextValues>({
  form,
}: {
  readonly form: Pick<GraphForm<Values>['form'], 'getInputProps'>
}) {
  const { t } = useTranslation('configuration')
  return (
    <>
      <TextInput
        label={t('reasons.title')}
        description={t('reasons.titleHint')}
        required
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea label={t('reasons.text')} required autosize minRows={3} maxRows={12} {...form.getInputProps('text')} />
    </>
  )
}
