package org.foresight.cli.support;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes a body up to a length: who listens at an address may send without end. For one answer. */
final class LimitedBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> taker;
  private final long mostBytes;
  private long leftBytes;
  private Flow.@Nullable Subscription subscription;

  private LimitedBody(BodySubscriber<T> taker, long mostBytes) {
    this.taker = taker;
    this.mostBytes = mostBytes;
    this.leftBytes = mostBytes;
  }

  /** One for every answer. */
  static <T> BodyHandler<T> handler(BodyHandler<T> taker, long mostBytes) {
    return head -> new LimitedBody<>(taker.apply(head), mostBytes);
  }

  @Override
  public CompletionStage<T> getBody() {
    return taker.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription made) {
    subscription = made;
    taker.onSubscribe(made);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    if (leftBytes < 0) {
      return; // It was on its way.
    }
    leftBytes -= part.stream().mapToLong(ByteBuffer::remaining).sum();
    if (leftBytes >= 0) {
      taker.onNext(part);
      return;
    }
    if (subscription != null) {
      subscription.cancel();
    }
    taker.onError(new IOException("its answer is longer than " + mostBytes + " bytes"));
  }

  @Override
  public void onError(Throwable failure) {
    taker.onError(failure);
  }

  @Override
  public void onComplete() {
    taker.onComplete();
  }
}
