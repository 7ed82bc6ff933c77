import type { chats, postsales } from '#contract/marketplaces/chat.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { storeImages } from '#server/products/images/image.ts';
import { listChats, listPostsales, readChat, readCounts } from './chat.ts';
import { openChatFile } from './chat-file.ts';
import { openChat } from './open-chat.ts';
import { decideClaim, writeMessage } from './write-message.ts';

export const chatRoutes: Handlers<typeof chats> = {
  list: ({ tx, query }) => listChats(tx, query),
  counts: ({ tx }) => readCounts(tx),
  detail: ({ tx, params, outside }) => readChat(tx, params.id, outside),
  file: remote(openChatFile),
  write: async ({ tx, actor, params, body, outside }) => {
    await writeMessage(tx, actor, params.id, body, outside);
    return readChat(tx, params.id, outside);
  },
};

export const postsaleRoutes: Handlers<typeof postsales> = {
  list: ({ tx, query }) => listPostsales(tx, query),
  open: remote(openChat),
  decide: {
    plain: async ({ tx, actor, params, body, outside }) => {
      await decideClaim(tx, actor, params.id, body, [], outside);
      return readChat(tx, params.id, outside);
    },
    withFiles: (call) => {
      const { actor, params, body, files, outside } = call;
      return storeImages(call, outside.storage, actor, files, async (tx, photos) => {
        await decideClaim(tx, actor, params.id, body, photos, outside);
        return readChat(tx, params.id, outside);
      });
    },
  },
};
