/** Finds the value of a key among what was read. */
export type Lookup<V> = (key: string) => V

/** Takes a value for its target, or the error that came instead. Its methods don't throw. */
export interface Receiver<T> {
  take(target: T, value: unknown): void
  fail(target: T, error: unknown): void
}

/** What is due to a target once the batch is read. */
interface Delivery<Read> {
  readonly value: BatchedValue<unknown, Read>
  readonly target: unknown
  readonly receiver: Receiver<unknown>
}

type ReadKeys<Read> = (keys: readonly string[]) => Promise<Lookup<Read>>

const itself = <V>(value: V) => value

/** Loads that one read answers. */
export class Batch<Read> {
  readonly found: Promise<Lookup<Read>>
  private readonly keys: string[] = []
  private readonly readKeys: ReadKeys<Read>
  private begin: ((found: Promise<Lookup<Read>>) => void) | null = null
  /** Null once the batch is read. */
  private deliveries: Delivery<Read>[] | null = []

  constructor(readKeys: ReadKeys<Read>) {
    this.readKeys = readKeys
    this.found = new Promise((resolve) => {
      this.begin = resolve
    })
    this.found.then(
      (find) => this.deliverAll((delivery) => deliver(delivery, find)),
      (error) => this.deliverAll(({ target, receiver }) => receiver.fail(target, error)),
    )
  }

  /** The value of a key, which the read will find. */
  add(key: string): BatchedValue<Read> {
    this.keys.push(key)
    return new BatchedValue(this, key, itself)
  }

  /** Reads the values. Undefined if that was begun before. */
  readonly read = (): Promise<unknown> | undefined => {
    const { begin } = this
    if (!begin) return undefined
    this.begin = null
    begin(this.readKeys(this.keys))
    return this.found
  }

  deliverLater(delivery: Delivery<Read>): void {
    if (this.deliveries) this.deliveries.push(delivery)
    else
      this.found.then(
        (find) => deliver(delivery, find),
        (error) => delivery.receiver.fail(delivery.target, error),
      )
  }

  private deliverAll(settle: (delivery: Delivery<Read>) => void): void {
    const due = this.deliveries ?? []
    this.deliveries = null
    for (const delivery of due) settle(delivery)
  }
}

function deliver<Read>({ value, target, receiver }: Delivery<Read>, find: Lookup<Read>): void {
  let found: unknown
  try {
    found = value.findBy(find)
  } catch (error) {
    receiver.fail(target, error)
    return
  }
  receiver.take(target, found)
}

/**
 * A value that a batch reads with others: a promise whose values can be delivered all at once. A query may wait for one
 * in each row of a list, where promises and their callbacks would cost more than the rows.
 */
export class BatchedValue<V, Read = V> implements Promise<V> {
  private readonly batch: Batch<Read>
  private readonly key: string
  private readonly convert: (read: Read) => V

  constructor(batch: Batch<Read>, key: string, convert: (read: Read) => V) {
    this.batch = batch
    this.key = key
    this.convert = convert
  }

  get [Symbol.toStringTag](): string {
    return 'BatchedValue'
  }

  get read(): () => Promise<unknown> | undefined {
    return this.batch.read
  }

  /** What is made of the value, which waits for the batch as well. */
  map<W>(make: (value: V) => W): BatchedValue<W, Read> {
    return new BatchedValue(this.batch, this.key, (read) => make(this.convert(read)))
  }

  findBy(find: Lookup<Read>): V {
    return this.convert(find(this.key))
  }

  /** Hands over the value to the receiver once the batch is read, in the order of the calls. */
  deliverTo<T>(target: T, receiver: Receiver<T>): void {
    this.batch.deliverLater({ value: this, target, receiver })
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<A = V, B = never>(
    onFound?: ((value: V) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.batch.found.then((find) => this.findBy(find)).then(onFound, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<V | B> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<V> {
    return this.then().finally(onEnd)
  }
}
