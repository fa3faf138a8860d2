import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { type ActValues, type StaffActName, sendAct, staffActOf } from './acts.ts'

interface ActDialogProps {
  readonly act: StaffActName
  /** Whom it is about; a network by its address. */
  readonly person: { readonly id: string; readonly displayName: string }
  /** The session to end; all by default. */
  readonly sessionId?: string
  readonly onClose: () => void
  /** Called once it is done. */
  readonly onDone: () => void
}

const DAYS = ['1', '3', '7', '30', '90'] as const

/** Asks for what an act of the staff needs, and does it. */
export function ActDialog({ act, person, sessionId = '', onClose, onDone }: ActDialogProps) {
  const { t } = useTranslation('staffPeople')
  const { t: common } = useTranslation()
  const { fields, isHard = false } = staffActOf(act)
  const initialValues: ActValues = { reason: '', message: '', displayName: '', username: '', days: '7', sessionId }
  const graphForm = useGraphForm({ initialValues }, async (values) => {
    await sendAct(act, person.id, values)
    notifications.show({ message: t(`acts.${act}.done`, { name: person.displayName }) })
    onClose()
    onDone()
  })
  const { refusal, isBusy, onSubmit } = graphForm
  return (
    <Dialog title={t(`acts.${act}.title`)} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t(`acts.${act}.text`, { name: person.displayName })}</Text>
          {fields.map((field) => (
            <ActInput key={field} field={field} graphForm={graphForm} act={act} />
          ))}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} {...(isHard && { color: 'red.8' })}>
              {t(`acts.${act}.title`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface ActInputProps {
  readonly field: ReturnType<typeof staffActOf>['fields'][number]
  readonly graphForm: GraphForm<ActValues>
  readonly act: StaffActName
}

function ActInput({ field, graphForm: { form }, act }: ActInputProps) {
  const { t } = useTranslation('staffPeople')
  const props = { ...form.getInputProps(field) }
  const key = form.key(field)
  if (field === 'days')
    return (
      <NativeSelect
        key={key}
        {...props}
        label={t('fields.days')}
        data={[
          ...DAYS.map((value) => ({ value, label: t('fields.dayCount', { count: Number(value) }) })),
          { value: '', label: t('fields.forEver') },
        ]}
      />
    )
  if (field === 'reason' || field === 'message')
    return (
      <Textarea
        key={key}
        {...props}
        label={t(act === 'suspend' ? 'fields.explanation' : `fields.${field}`)}
        autosize
        minRows={2}
        required
      />
    )
  return <TextInput key={key} {...props} label={t(act === 'erase' ? 'fields.typedName' : `fields.${field}`)} />
}
