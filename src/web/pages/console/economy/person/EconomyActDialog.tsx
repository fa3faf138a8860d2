import { Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../../components/RefusalAlert.tsx'
import { refusalOf } from '../../../../graph/refusal.ts'
import { type GraphForm, useGraphForm } from '../../../../graph/useGraphForm.ts'
import { randomUuid } from '../../../../randomUuid.ts'
import { type ActField, type ActValues, type EconomyActName, economyActOf, sendEconomyAct } from './acts.ts'
import { PlanSelect, TemplateSelect } from './choices.tsx'

interface EconomyActDialogProps {
  readonly act: EconomyActName
  readonly person: { readonly id: string; readonly displayName: string }
  /** The subscription to end. */
  readonly subscription?: { readonly id: string; readonly description: string }
  readonly onClose: () => void
  /** Called once it is done. */
  readonly onDone: () => void
}

const NOTHING: ActValues = {
  tokens: '',
  quantity: 1,
  planId: '',
  templateId: '',
  olderTemplateId: '',
  until: '',
  expiresAt: '',
  reason: '',
}

/** Asks for what an act about the tokens, items or subscriptions of a person needs, and does it once. */
export function EconomyActDialog({ act, person, subscription, onClose, onDone }: EconomyActDialogProps) {
  const { t } = useTranslation(['staffEconomy', 'common'])
  const { fields, isHard = false } = economyActOf(act)
  const [idempotencyKey] = useState(randomUuid)
  const names = { name: person.displayName, subscription: subscription?.description ?? '' }
  const graphForm: GraphForm<ActValues> = useGraphForm(
    { mode: 'controlled', initialValues: NOTHING },
    async (values) => {
      const subject = { userId: person.id, subscriptionId: subscription?.id ?? '', idempotencyKey }
      try {
        await sendEconomyAct(act, subject, values)
      } catch (error) {
        if (refusalOf(error).reason !== 'INSUFFICIENT_FUNDS') throw error
        graphForm.form.setFieldError('tokens', t('staffEconomy:fields.tooMany', names))
        return
      }
      notifications.show({ message: t(`staffEconomy:person.${act}.done`, names) })
      onClose()
      onDone()
    },
  )
  const { refusal, isBusy, onSubmit } = graphForm
  return (
    <Dialog title={t(`staffEconomy:person.${act}.title`)} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t(`staffEconomy:person.${act}.text`, names)}</Text>
          {fields.map((field) => (
            <ActInput key={field} field={field} form={graphForm.form} />
          ))}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy} {...(isHard && { color: 'red.8' })}>
              {t(`staffEconomy:person.${act}.title`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface ActInputProps {
  readonly field: ActField
  readonly form: GraphForm<ActValues>['form']
}

function ActInput({ field, form }: ActInputProps) {
  const { t } = useTranslation('staffEconomy')
  const props = form.getInputProps(field)
  const label = t(`fields.${field}`)
  if (field === 'planId') return <PlanSelect label={label} {...props} />
  if (field === 'templateId')
    return <TemplateSelect label={label} {...props} older={form.getInputProps('olderTemplateId')} />
  if (field === 'tokens' || field === 'quantity')
    return (
      <NumberInput
        label={label}
        {...(field === 'tokens' && { description: t('fields.tokensHint') })}
        min={1}
        clampBehavior="none"
        allowDecimal={false}
        thousandSeparator={false}
        withAsterisk
        {...props}
      />
    )
  if (field === 'reason') return <Textarea label={label} autosize minRows={2} withAsterisk {...props} />
  return <TextInput type="datetime-local" label={label} description={t(`fields.${field}Hint`)} {...props} />
}
