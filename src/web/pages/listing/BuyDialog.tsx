import { Alert, Button, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { useTokensText } from '../../components/economy/amounts.ts'
import { FriendSelect } from '../../components/economy/FriendSelect.tsx'
import { FactList } from '../../components/FactList.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import type { ListingDetailsFragment } from '../../generated/graphql.ts'
import { attemptOnce } from '../../graph/attemptKeys.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { BUY } from './documents.ts'

interface BuyDialogProps {
  readonly listing: ListingDetailsFragment
  readonly isGift: boolean
  /** Tokens that can be spent. */
  readonly balance: number
  readonly onClose: () => void
}

const FIELDS = { listingVariantId: '', quantity: 1, receiverId: '' }
type Values = typeof FIELDS

/** Says what a purchase costs and leaves, and makes it. */
export function BuyDialog({ listing, isGift, balance, onClose }: BuyDialogProps) {
  const { t } = useTranslation('stores')
  const { form, refusal, isBusy, onSubmit } = usePurchase({ listing, isGift, onClose })
  const { totalPrice } = inputOf(listing, form.getValues())
  const receiver = form.getInputProps('receiverId')
  const isEnough = totalPrice <= balance
  return (
    <Dialog
      title={t(isGift ? 'giftTitle' : 'buyTitle', { name: listing.displayName })}
      onClose={onClose}
      isBusy={isBusy}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {isGift && (
            <FriendSelect
              label={t('friend')}
              {...receiver}
              value={receiver.value || null}
              onChange={(id) => receiver.onChange(id ?? '')}
            />
          )}
          {listing.variants.length > 0 && (
            <VariantSelect listing={listing} {...form.getInputProps('listingVariantId')} />
          )}
          {(listing.isQuantifiable || listing.isStackable) && (
            <NumberInput
              label={t('quantity')}
              min={1}
              max={99}
              allowDecimal={false}
              {...form.getInputProps('quantity')}
            />
          )}
          <Sums totalPrice={totalPrice} balance={balance} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={isBusy} disabled={!isEnough || (isGift && receiver.value === '')}>
              {isGift ? t('giveNow') : t('buyNow')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={onClose}>
              {t('back')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The form of a purchase. A second attempt at the same one is not charged again. */
function usePurchase({ listing, isGift, onClose }: Omit<BuyDialogProps, 'balance'>) {
  const { t } = useTranslation('stores')
  const buy = useAct(BUY)
  const options = { name: 'buy', mode: 'controlled' as const, initialValues: FIELDS }
  return useGraphForm(options, async (values) => {
    const receiver = isGift ? { receiverId: values.receiverId } : {}
    const purchase = { ...inputOf(listing, values), ...receiver, listingId: listing.id }
    await attemptOnce('buy', purchase, (input) => buy.attempt({ input }))
    notifications.show({ message: isGift ? t('given', { name: listing.displayName }) : t('bought') })
    onClose()
  })
}

/** What is sent: the price that the person sees is the one that they agree to. */
function inputOf({ variants, viewerPrice }: ListingDetailsFragment, values: Values) {
  const variant = variants.find(({ id }) => id === values.listingVariantId)
  const quantity = Number(values.quantity) || 0
  const totalPrice = (variant?.unitPrice ?? viewerPrice) * quantity
  return { quantity, totalPrice, ...(variant && { listingVariantId: variant.id }) }
}

interface SumsProps {
  readonly totalPrice: number
  readonly balance: number
}

function Sums({ totalPrice, balance }: SumsProps) {
  const { t } = useTranslation('stores')
  const tokens = useTokensText()
  if (totalPrice > balance)
    return (
      <Alert color="red" variant="light" role="alert" title={t('notEnough', { missing: tokens(totalPrice - balance) })}>
        <RouteLink to="/wallet" search={{ tab: 'buy' }} size="sm">
          {t('toWallet')}
        </RouteLink>
      </Alert>
    )
  return (
    <FactList
      facts={[
        [t('price'), tokens(totalPrice)],
        [t('after'), tokens(balance - totalPrice)],
      ]}
    />
  )
}

type Variant = ListingDetailsFragment['variants'][number]

const isToCome = (time: string | null | undefined): time is string =>
  typeof time === 'string' && Date.parse(time) > Date.now()

interface VariantSelectProps extends React.ComponentProps<typeof NativeSelect> {
  readonly listing: ListingDetailsFragment
}

/** Prices from a quantity on; those to come cannot be chosen yet. */
function VariantSelect({ listing: { variants, viewerPrice }, ...field }: VariantSelectProps) {
  const { t, i18n } = useTranslation('stores')
  const tokens = useTokensText()
  const optionOf = ({ id, quantity, unitPrice, availableFrom }: Variant) => {
    const texts = { quantity, price: tokens(unitPrice) }
    if (!isToCome(availableFrom)) return { value: id, label: t('variantFrom', texts) }
    const time = formatDateTime(i18n.language, availableFrom)
    return { value: id, label: t('variantLater', { ...texts, time }), disabled: true }
  }
  return (
    <NativeSelect
      label={t('variant')}
      data={[{ value: '', label: t('variantOne', { price: tokens(viewerPrice) }) }, ...variants.map(optionOf)]}
      {...field}
    />
  )
}
