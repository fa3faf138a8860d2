import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { formatMoney } from '../../components/economy/amounts.ts'
import { FriendSelect } from '../../components/economy/FriendSelect.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import type { Plan } from './PlansPanel.tsx'
import type { useStartPayment } from './useStartPayment.ts'

interface GiveSubscriptionDialogProps {
  readonly plan: Plan
  readonly payment: ReturnType<typeof useStartPayment>
  readonly onClose: () => void
}

const MANY = 5

/** Pays a subscription for a friend, or several that are given away later. */
export function GiveSubscriptionDialog({ plan, payment, onClose }: GiveSubscriptionDialogProps) {
  const { t, i18n } = useTranslation('wallet')
  const initialValues = { to: 'friend', receiverId: '', quantity: MANY }
  const options = { name: 'give-subscription', mode: 'controlled' as const, initialValues }
  const { form, refusal, isBusy, onSubmit } = useGraphForm(options, async ({ to, receiverId, quantity }) => {
    await payment.attempt({ subscriptionId: plan.id, ...(to === 'friend' ? { receiverId } : { quantity }) })
    onClose()
  })
  const { to, quantity, receiverId } = form.getValues()
  const receiver = form.getInputProps('receiverId')
  const count = to === 'friend' ? 1 : Number(quantity)
  return (
    <Dialog title={t('give.title', { name: plan.description })} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Radio.Group label={t('give.to')} {...form.getInputProps('to')}>
            <Stack gap="xs" mt="xs">
              <Radio value="friend" label={t('give.friend')} />
              <Radio value="many" label={t('give.many')} />
            </Stack>
          </Radio.Group>
          {to === 'friend' ? (
            <FriendSelect
              label={t('friend.label')}
              {...receiver}
              value={receiverId || null}
              onChange={(id) => receiver.onChange(id ?? '')}
            />
          ) : (
            <NumberInput label={t('give.quantity')} min={1} allowDecimal={false} {...form.getInputProps('quantity')} />
          )}
          <Text size="sm">{t('give.total', { price: formatMoney(i18n.language, plan.amountCents * count) })}</Text>
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy} disabled={to === 'friend' && receiverId === ''}>
              {t('give.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
