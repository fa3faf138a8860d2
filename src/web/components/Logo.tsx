/** The mark of Plaza, `size` pixels high and wide. Decorative: the name stands beside it. */
export const Logo = ({ size }: { readonly size: number }) => (
  <img src="/favicon.svg" width={size} height={size} alt="" />
)
