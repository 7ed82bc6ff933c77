import { type ClaimAct, claimActs, messageActs } from '#contract/marketplaces/chat-states.ts';
import type { ClaimDecision } from '#server/outside/marketplaces/conversations.ts';
import type { Call, CallsOf } from './port-methods.ts';
import type { PortStage } from './port-stage.ts';

type OfTalk = CallsOf<'questions'> & CallsOf<'messages'> & CallsOf<'claims'> & CallsOf<'reviews'>;
const words = 'Vamos resolver.';

/** Every call about messages between buyers and sellers, as far as the marketplace has them. */
export async function callsOfTalk(stage: PortStage): Promise<OfTalk> {
  return {
    ...(await callsOfQuestions(stage)),
    ...(await callsOfMessages(stage)),
    ...(await callsOfClaims(stage)),
    ...(await callsOfReviews(stage)),
  };
}

async function all<T>(pages: AsyncIterable<T[]> | undefined): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages ?? []) found.push(...page);
  return found;
}

async function callsOfQuestions(stage: PortStage): Promise<CallsOf<'questions'>> {
  const { direct, session, met, on, act, sold, longAgo } = stage;
  const asking = met.buyers?.ask;
  const { questions } = direct.conversations;
  if (!asking || !questions) return { 'questions.read': [], 'questions.search': [], 'questions.answer': [] };
  const ask = () => asking(sold.id, 'Serve no forno?');
  const id = await ask();
  return {
    'questions.read': [on('question', ({ conversations: c }, s) => c.questions?.read(s, id), [id, sold.id])],
    'questions.search': [
      on('unanswered questions', async ({ conversations: c }, s) =>
        (await all(c.questions?.search(s, { unanswered: true }))).some(({ remoteId }) => remoteId === id),
      ),
      on('questions asked since', async ({ conversations: c }, s) =>
        (await all(c.questions?.search(s, { askedSince: longAgo }))).some(({ remoteId }) => remoteId === id),
      ),
    ],
    'questions.answer': [
      act('answer', ask, async ({ conversations: c }, s, question) => {
        const before = await c.questions?.read(s, question);
        const reason = before?.answer ? null : await c.questions?.answer(s, question, words);
        const after = await questions.read(session, question);
        return [reason, after?.status, after?.answer?.text];
      }),
    ],
  };
}

async function callsOfMessages(stage: PortStage): Promise<CallsOf<'messages'>> {
  const { direct, session, met, on, act, deliver } = stage;
  const writing = met.buyers?.write;
  const { messages } = direct.conversations;
  if (!writing || !messages)
    return {
      ...{ 'messages.read': [], 'messages.threadsOf': [], 'messages.unread': [], 'messages.send': [] },
      'messages.openFile': [],
    };
  const write = async () => {
    const threadId = await deliver();
    return { threadId, messageId: await writing(threadId, 'Quando chega?') };
  };
  const { threadId, messageId } = await write();
  const silent = await deliver();
  const [sent] = (await messages.read(session, threadId))?.messages.flatMap(({ files }) => files) ?? [];
  return {
    'messages.openFile': [
      on('file of a message', ({ conversations: c }, s) =>
        c.messages?.openFile?.(s, threadId, sent?.remoteId ?? '').then((file) => file !== null),
      ),
    ],
    'messages.read': [
      on('messages', ({ conversations: c }, s) => c.messages?.read(s, threadId), [threadId]),
      on('messages with openings', ({ conversations: c }, s) => c.messages?.read(s, silent), [silent]),
    ],
    'messages.threadsOf': [
      on('thread of a message', async ({ conversations: c }, s) =>
        (await c.messages?.threadsOf(s, messageId))?.includes(threadId),
      ),
    ],
    'messages.unread': [
      on('unread messages', async ({ conversations: c }, s) =>
        (await all(c.messages?.unread(s))).includes(threadId),
      ),
    ],
    'messages.send': [
      act('message', write, async ({ conversations: c }, s, of) => {
        const before = await c.messages?.read(s, of.threadId);
        const isSaid = before?.messages.some(({ text }) => text === words) ?? false;
        const reason = isSaid
          ? null
          : await c.messages?.send(s, of.threadId, { text: words, opening: null, files: [stage.photo] });
        const after = await messages.read(session, of.threadId);
        return [reason, after?.messages.map(({ by, text }) => [by, text])];
      }),
    ],
  };
}

type OfClaims = Record<`claims.act ${ClaimAct}`, Call[]>;

const ofEachAct = (calls: (act: ClaimAct) => Call[]) =>
  Object.fromEntries(claimActs.map((one) => [`claims.act ${one}`, calls(one)])) as OfClaims;

async function callsOfClaims(stage: PortStage): Promise<CallsOf<'claims'>> {
  const { direct, session, met, on, act, deliver, longAgo, sold } = stage;
  const { claims } = direct.conversations;
  const { buyers } = met;
  if (!claims || !buyers)
    return { 'claims.read': [], 'claims.search': [], 'claims.openFile': [], ...ofEachAct(() => []) };
  const complain = async () => buyers.complain(await deliver());
  const decide = (id: string, decision: ClaimDecision) => claims.act(session, id, decision);

  /** Chooses one of the offered options, with the inputs it needs. */
  async function decisionFor(id: string, doing: ClaimAct): Promise<ClaimDecision> {
    const offered = (await claims?.read(session, id))?.actions.find((one) => one.act === doing);
    const choices = offered?.choices ?? [];
    const choice = choices.find(({ needsPhoto }) => needsPhoto) ?? choices[0];
    return {
      ...{ act: doing, choice: choice?.id ?? null, amount: choice?.amount ?? offered?.amount?.to ?? null },
      ...{ text: words, details: {}, email: 'ana@loja.example' },
      files: choice?.needsPhoto || offered?.takesPhotos ? [stage.photo] : [],
    };
  }
  async function readyFor(doing: ClaimAct) {
    const isCancellation = doing === 'accept_cancellation' || doing === 'refuse_cancellation';
    const id = (isCancellation && (await buyers?.cancel?.(sold.id))) || (await complain());
    for (const step of met.buyers?.before[doing] ?? [])
      await ('buyer' in step
        ? buyers?.inClaim(id, step.buyer)
        : decide(id, await decisionFor(id, step.seller)));
    const decision = await decisionFor(id, doing);
    const { actions = [] } = (await claims?.read(session, id)) ?? {};
    return { id, decision, isOffered: actions.some((one) => one.act === doing) };
  }
  const acting = (doing: ClaimAct) =>
    act(
      doing,
      () => readyFor(doing),
      async ({ conversations: c }, s, { id, decision, isOffered }, isAgain) => {
        const before = await c.claims?.read(s, id);
        if (!before) throw new Error('it was taken for one that is not there');
        const isMessage = messageActs.some((one) => one === doing);
        const isDone = isMessage
          ? before.messages.some(({ text }) => text === words)
          : isAgain && isOffered && !before.actions.some((one) => one.act === doing);
        const reason = isDone ? null : await c.claims?.act(s, id, decision);
        if (isOffered && reason !== null) throw new Error(`${doing} was taken for refused: ${reason}`);
        const after = await claims.read(session, id);
        return {
          ...{
            isOpen: after?.isOpen,
            mediated: after?.mediated,
            back: after?.return?.step,
          },
          offered: after?.actions.map((one) => one.act),
          said: after?.messages.map(({ by, text }) => [by, text]),
        };
      },
    );
  const id = await complain();
  const [sent] = (await claims.read(session, id))?.messages.flatMap(({ files }) => files) ?? [];
  return {
    'claims.openFile': claims.openFile
      ? [
          on('file of a claim', ({ conversations: c }, s) =>
            c.claims?.openFile?.(s, id, sent?.remoteId ?? '').then((file) => file !== null),
          ),
        ]
      : [],
    'claims.read': [
      on(
        'claim',
        async ({ conversations: c }, s) => {
          const claim = await c.claims?.read(s, id);
          // Messages are recognized by meaningless texts; the marketplace may add the name of the claim.
          return claim && { ...claim, messages: claim.messages.map(({ by, text }) => [by, text]) };
        },
        [id],
      ),
    ],
    'claims.search': [
      on('open claims', async ({ conversations: c }, s) =>
        (await all(c.claims?.search(s, { open: true }))).some(({ remoteId }) => remoteId === id),
      ),
      on('claims that changed', async ({ conversations: c }, s) =>
        (await all(c.claims?.search(s, { changedSince: longAgo }))).some(({ remoteId }) => remoteId === id),
      ),
    ],
    ...ofEachAct((one) => [acting(one)]),
  };
}

async function callsOfReviews(stage: PortStage): Promise<CallsOf<'reviews'>> {
  const { direct, session, met, on, act, deliver, sold } = stage;
  const { reviews } = direct.conversations;
  const { buyers } = met;
  if (!reviews || !buyers) return { 'reviews.read': [], 'reviews.answer': [] };
  const item = reviews.by === 'listing' ? sold.id : null;
  const found = (text: string) =>
    all(reviews.read(session, item)).then((list) => list.find((one) => one.text === text));
  await buyers.rate(await deliver(), 'Boa');
  return {
    'reviews.read': [
      on('reviews', async ({ conversations: c }, s) =>
        (await all(c.reviews?.read(s, item))).some(({ text }) => text === 'Boa'),
      ),
    ],
    'reviews.answer': reviews.answer
      ? [
          act(
            'answer to a review',
            async () => {
              const text = `Boa ${stage.next()}`;
              await buyers.rate(await deliver(), text);
              return { text, id: (await found(text))?.remoteId ?? '' };
            },
            async ({ conversations: c }, s, of) => [
              await c.reviews?.answer?.(s, of.id, words),
              (await found(of.text))?.reply?.text,
            ],
          ),
        ]
      : [],
  };
}
